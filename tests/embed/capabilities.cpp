// Capabilities that a VM was not given are refused, and no others.
#include <aspen/aspen.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/embed/check.h"

namespace {

namespace fs = std::filesystem;
using aspen::Capabilities;
using aspen::Capability;

// A directory of its own: `open/text`, `closed/text`, and links from the first to the second.
class Room {
 public:
  Room() {
    std::string pattern = (fs::temp_directory_path() / "aspen-capabilities-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
    for (const char* name : {"open", "closed"}) {
      fs::create_directory(path_ / name);
      std::ofstream(path_ / name / "text") << name;
    }
    std::ofstream(path_ / "closed/module.asp") << "secret = 1\n";
    std::ofstream(path_ / "open/module.asp") << "known = 1\n";
    fs::create_symlink("../closed", path_ / "open/folder");
    fs::create_symlink("../closed/new", path_ / "open/new");
  }
  ~Room() { fs::remove_all(path_); }

  std::string operator/(const char* name) const { return (path_ / name).string(); }
  std::string quoted(const char* name) const { return "\"" + *this / name + "\""; }

 private:
  fs::path path_;
};

// "Ok", or the start of the error, such as "Denied", or SQLite's code for an action without authorization.
std::string end_of(const Capabilities& capabilities, const std::string& source) {
  aspen::Vm vm({.capabilities = capabilities, .out = [](std::string_view) {}});
  auto program = vm.compile(source, "program.asp");
  if (!program) return "refused: " + program.error().message();
  auto ran = vm.run(*program);
  if (ran) return "Ok";
  const std::string message = ran.error().message();
  return message.find("SQLITE_AUTH") != message.npos ? "SQLITE_AUTH" : message.substr(0, message.find(':'));
}

void by_default_nothing_is_granted() {
  for (const char* source : {"fs.read \"/etc/passwd\"",
                             "fs.exists? \"/\"",
                             "fs.open \"read\" \"/etc/passwd\"",
                             "fs.glob \"/*\"",
                             "fs.write \"/tmp/no\" \"\"",
                             "fs.temp ()",
                             "net.listen \"127.0.0.1:0\"",
                             "http.get \"http://127.0.0.1:1/\"",
                             "tls.listen {:} \"127.0.0.1:0\"",
                             "tls.client { verify: false, } ()",
                             "process.run \"true\" []",
                             "process.dir ()",
                             "signals.listen [\"TERM\"]",
                             "env.get \"HOME\"",
                             "env.all ()",
                             "time.now ()",
                             "time.local 0",
                             "time.every 1 |> take 2",
                             "random.int 5",
                             "uuid.v4 ()",
                             "uuid.v7 ()",
                             "read_line ()",
                             "f = fs.read\nf \"/etc/passwd\"",
                             "map fs.read [\"/etc/passwd\"]",
                             "sqlite.open \"/tmp/no.db\"",
                             "path.absolute \".\""}) {
    CHECK_EQUAL(std::string(source) + ": " + end_of({}, source), std::string(source) + ": Denied");
  }
  for (const char* source : {"print 1", "sleep 0", "task.timeout 1 (() -> 1)", "await (spawn 1)",
                             "time.show 0", "path.join \"a\" \"b\"", "http.json [1]",
                             "sqlite.exec \"create table t (a)\" [] (sqlite.open \":memory:\")",
                             "random.next_int 5 (random.from_seed 1)", "json.parse \"1\""}) {
    CHECK_EQUAL(std::string(source) + ": " + end_of({}, source), std::string(source) + ": Ok");
  }
}

void each_is_granted_alone() {
  CHECK_EQUAL(end_of(Capability::time, "time.now ()"), "Ok");
  CHECK_EQUAL(end_of(Capability::time, "random.int 5"), "Denied");
  CHECK_EQUAL(end_of(Capability::time | Capability::random, "uuid.v7 ()"), "Ok");
  CHECK_EQUAL(end_of(Capability::random, "uuid.v7 ()"), "Denied");
  CHECK_EQUAL(end_of(Capabilities::all(), "fs.read \"/dev/null\"\nenv.all ()\nprocess.dir ()"), "Ok");
}

void files_are_granted_below_directories() {
  const Room room;
  const Capabilities reads = Capabilities().read_below(room / "open");
  const auto reads_from = [&](const char* name) { return end_of(reads, "fs.read " + room.quoted(name)); };
  CHECK_EQUAL(reads_from("open/text"), "Ok");
  CHECK_EQUAL(reads_from("open/../open/text"), "Ok");
  CHECK_EQUAL(reads_from("open/missing"), "IoError");
  CHECK_EQUAL(reads_from("closed/text"), "Denied");
  CHECK_EQUAL(reads_from("open/../closed/text"), "Denied");
  CHECK_EQUAL(reads_from("open/folder/text"), "Denied");
  CHECK_EQUAL(reads_from("open-not"), "Denied");
  CHECK_EQUAL(end_of(reads, "fs.write " + room.quoted("open/text") + " \"\""), "Denied");
  CHECK_EQUAL(
      end_of(reads, "assert ((fs.glob " + room.quoted("*/text") + ") == [" + room.quoted("open/text") + "])"),
      "Ok");

  const Capabilities both = Capabilities(Capability::fs_read).write_below(room / "open");
  const auto writes_to = [&](const char* name) {
    return end_of(both, "fs.write " + room.quoted(name) + " \"\"");
  };
  CHECK_EQUAL(writes_to("open/other"), "Ok");
  CHECK_EQUAL(writes_to("closed/other"), "Denied");
  CHECK_EQUAL(writes_to("open/new"), "Denied");  // a link to a file that does not exist yet
  CHECK(!fs::exists(room / "closed/new"));
  CHECK_EQUAL(end_of(both, "fs.symlink \"../closed\" " + room.quoted("open/link")), "Denied");
  CHECK_EQUAL(end_of(both, "fs.rename " + room.quoted("open/other") + " " + room.quoted("closed/other")),
              "Denied");
  CHECK_EQUAL(end_of(both, "fs.copy " + room.quoted("closed/text") + " " + room.quoted("open/copy")), "Ok");

  const Capabilities below = Capabilities(Capability::fs_write).read_below(room / "open");
  CHECK_EQUAL(end_of(below, "fs.copy " + room.quoted("open") + " " + room.quoted("copy")), "Ok");
  CHECK(fs::exists(room / "copy/text"));
  CHECK(!fs::exists(fs::symlink_status(room / "copy/folder")));  // a link to a folder that may not be read
}

void unix_sockets_are_files() {
  const Room room;
  const Capabilities net = Capabilities(Capability::net).write_below(room / "open");
  const auto listens_at = [&](const char* name) {
    return end_of(net, "net.close (net.listen \"unix:" + room / name + "\")");
  };
  CHECK_EQUAL(listens_at("open/socket"), "Ok");
  CHECK_EQUAL(listens_at("closed/socket"), "Denied");
  CHECK_EQUAL(end_of(Capability::net, "net.connect \"unix:" + room / "open/socket" + "\""), "Denied");
  CHECK_EQUAL(end_of(Capability::net, "net.connect_to \"unix:" + room / "open/socket" + "\""), "Denied");
  CHECK_EQUAL(end_of(Capability::net, "net.close (net.listen \"127.0.0.1:0\")"), "Ok");
}

// A text in PEM is no file. The file that is read here holds no certificate.
void certificates_are_read() {
  const Room room;
  const Capabilities both = Capabilities(Capability::net).read_below(room / "open");
  const auto listens_with = [&](const std::string& certificate) {
    return end_of(both, "tls.listen { certificate: " + certificate + ", } \"127.0.0.1:0\"");
  };
  CHECK_EQUAL(listens_with(room.quoted("open/text")), "ValueError");
  CHECK_EQUAL(listens_with(room.quoted("closed/text")), "Denied");
  CHECK_EQUAL(listens_with(room.quoted("open/folder/text")), "Denied");
  CHECK_EQUAL(listens_with("\"-----BEGIN CERTIFICATE-----\""), "ValueError");
  CHECK_EQUAL(
      end_of(both, "http.get_with { ca: " + room.quoted("open/text") + ", } \"https://127.0.0.1:1/\""),
      "IoError");
  CHECK_EQUAL(
      end_of(both, "http.get_with { ca: " + room.quoted("closed/text") + ", } \"https://127.0.0.1:1/\""),
      "Denied");
}

void databases_stay_below_directories() {
  const Room room;
  const Capabilities both = Capabilities().read_below(room / "open").write_below(room / "open");
  const auto after_opening = [&](const std::string& statement) {
    return end_of(both,
                  "d = sqlite.open " + room.quoted("open/db") + "\nsqlite.exec \"" + statement + "\" [] d");
  };
  CHECK_EQUAL(after_opening("create table t (a)"), "Ok");
  CHECK_EQUAL(after_opening("vacuum"), "Ok");
  CHECK_EQUAL(after_opening("attach ':memory:' as other"), "Ok");
  CHECK_EQUAL(after_opening("attach '" + room / "closed/db" + "' as other"), "SQLITE_AUTH");
  CHECK_EQUAL(after_opening("attach '" + room / "closed/' || 'db" + "' as other"), "SQLITE_AUTH");
  CHECK_EQUAL(after_opening("vacuum into '" + room / "closed/db" + "'"), "SQLITE_AUTH");
  CHECK_EQUAL(end_of(both, "sqlite.open " + room.quoted("closed/db")), "Denied");
  CHECK_EQUAL(end_of(both, "sqlite.open \"file:" + room / "closed/db" + "\""), "Denied");
  CHECK(!fs::exists(room / "closed/db"));
}

void imports_are_read() {
  const Room room;
  const std::string open = "use " + room.quoted("open/module") + "\nprint module.known";
  const std::string closed = "use " + room.quoted("open/folder/module") + "\nprint module.secret";
  const Capabilities reads = Capabilities().read_below(room / "open");
  CHECK_EQUAL(end_of(reads, open), "Ok");
  CHECK_CONTAINS(end_of(reads, closed), "may not read it");
  CHECK_CONTAINS(end_of({}, open), "may not read it");
}

}  // namespace

void directories_are_granted_one_by_one() {
  Capabilities several;
  for (const char* directory : {"/first", "/second"}) several = std::move(several).read_below(directory);
  several.read_below("/third").write_below("/fourth");
  CHECK(several.readable().size() == 3 && several.readable()[0] == "/first" &&
        several.writable().size() == 1);
}

int main() {
  directories_are_granted_one_by_one();
  by_default_nothing_is_granted();
  each_is_granted_alone();
  files_are_granted_below_directories();
  unix_sockets_are_files();
  certificates_are_read();
  databases_stay_below_directories();
  imports_are_read();
  return failures;
}
