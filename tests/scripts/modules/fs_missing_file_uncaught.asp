fs.read "/nonexistent/file"     # expect error: IoError
