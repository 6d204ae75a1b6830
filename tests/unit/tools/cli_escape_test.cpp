// A program that may use one directory, while its tasks exchange a directory in it for one with a link that
// leads outside: whatever path they use meanwhile, they see and change nothing outside.
#include "tests/unit/tools/cli_testing.h"

namespace aspen {
namespace {

constexpr const char* kProgram = R"asp(
room = args[0]
swapping = spawn {
    for i in 0..int args[1] {
        try (fs.rename "{room}/x" "{room}/t")
        try (fs.rename "{room}/y" "{room}/x")
        try (fs.rename "{room}/t" "{room}/y")
    }
}
escapes = cell 0
done = cell 0
note = result is_wrong -> match result {
    Ok v -> {
        cell.update (n -> n + 1) done
        if is_wrong v { cell.update (n -> n + 1) escapes }
    }
    Err _ -> ()
}
fine = _ -> false
leads_out = paths -> any (string.ends_with? "secret") paths
path = "{room}/x/s"
deeds = [
    () -> note (try (fs.read "{path}/text")) (t -> t == "outside"),
    () -> note (try (fs.read_bytes "{path}/text")) (t -> t == b"outside"),
    () -> note (try (fs.lines "{path}/text")) (t -> t == ["outside"]),
    () -> note (try (fs.list path)) leads_out,
    () -> note (try (fs.walk path)) leads_out,
    () -> note (try (fs.walk room)) leads_out,
    () -> note (try (fs.glob "{room}/*/s/*")) leads_out,
    () -> note (try (fs.stat "{path}/text")) (found -> found.size == 7),
    () -> note (try (fs.exists? "{path}/secret")) identity,
    () -> note (try (fs.file? "{path}/secret")) identity,
    () -> note (try (fs.real "{path}/text")) (p -> contains "/out" p),
    () -> note (try { f = fs.open "read" "{path}/text"; line = fs.read_line f; fs.close f; line }) (l -> l == Some "outside"),
    () -> note (try { fs.copy path "{room}/copy"; fs.read "{room}/copy/text" }) (t -> t == "outside"),
    () -> note (try (fs.write "{path}/new" "new")) fine,
    () -> note (try (fs.append "{path}/text" "")) fine,
    () -> note (try (fs.atomic_write "{path}/new" "new")) fine,
    () -> note (try (fs.make_dir "{path}/folder/deep")) fine,
    () -> note (try (fs.set_mode 0o700 "{path}/kept")) fine,
    () -> note (try (fs.rename "{path}/new" "{path}/newer")) fine,
    () -> note (try (fs.remove "{path}/newer")) fine,
    () -> note (try (fs.remove_all "{path}/folder")) fine,
    () -> note (try (fs.copy "{room}/plain" "{path}/copied")) fine,
    () -> note (try { db = sqlite.open "{path}/data"; sqlite.exec "create table if not exists t (a)" () db; sqlite.close db }) fine,
    () -> note (try { listener = net.listen "unix:{path}/socket"; net.close listener }) fine
]
readers = map (_ -> spawn {
    loop {
        for deed in deeds { deed () }
        if task.done? swapping { break }
    }
}) [1, 2]
task.all readers
print "{cell.get escapes} escapes, {if cell.get done > 0 { "something" } else { "nothing" }} done"
)asp";

TEST_F(Cli, StaysInItsDirectoryWhileFoldersAreExchanged) {
  write("exchange.asp", kProgram);
  const std::string set_up =
      "mkdir -p room/x/s room/y out/kept; printf inside >room/x/s/text; printf plain >room/plain; "
      "printf outside >out/text; touch out/secret; ln -s ../../out room/y/s";
  const std::string outside = "ls -lR --time-style=+ out | sed 's/  */ /g'; cat out/text";
  const std::string before = shell(set_up + "; " + outside).text;
  expect(
      "timeout 300 $ASPEN run --workers 4 --allow fs_read=room,fs_write=room,net exchange.asp $PWD/room 300",
      0, "0 escapes, something done\n");
  expect(outside, 0, before);
}

}  // namespace
}  // namespace aspen
