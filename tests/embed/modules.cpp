// A host that gives the texts of modules itself: out of an archive, a database, or an editor where they
// change.
#include <aspen/aspen.hpp>
#include <map>
#include <string>

#include "tests/embed/check.h"

namespace {

using Texts = std::map<std::string, std::string>;

// A VM that reads its modules there, and notes what it was asked for and what scripts print.
struct World {
  Texts texts;
  std::string asked = {}, out = {};
  aspen::Vm vm{{.out = [this](std::string_view text) { out += text; },
                .load = [this](const std::string& path) -> std::optional<std::string> {
                  asked += path + "\n";
                  const auto found = texts.find(path);
                  if (found == texts.end()) return std::nullopt;
                  if (found->second == "broken") throw std::runtime_error("the archive is damaged");
                  return found->second;
                }}};

  // What the program prints, or the report of its first error.
  std::string run(const std::string& text, const std::string& name = "main.asp") {
    out.clear();
    const auto program = vm.compile(text, name);
    if (!program) return program.error().render();
    const auto ran = vm.run(*program);
    return ran ? out : ran.error().render();
  }
};

void modules_import_each_other() {
  World w{{{"game/round.asp",
            "use \"./dice/many\"\nuse \"../lib/text\"\nplay = n -> text.quote (show (many.roll n))"},
           {"game/dice/many.asp", "use \"./one\"\nroll = n -> map (_ -> one.roll ()) (0..n)"},
           {"game/dice/one.asp", "print \"one\"\nroll = () -> 4"},
           {"lib/text.asp", "quote = t -> \"<{t}>\""},
           {"../outside.asp", "n = 5"}}};
  CHECK_EQUAL(w.run("use \"./round\"\nuse \"./dice/one\"\nuse \"../lib/text.asp\"\nprint (round.play 2)",
                    "game/main.asp"),
              "one\n<[4, 4]>\n");
  CHECK_EQUAL(w.asked, "game/round.asp\ngame/dice/many.asp\ngame/dice/one.asp\nlib/text.asp\n");
  // A module runs once for a VM.
  CHECK_EQUAL(w.run("use \"./game/dice/one\"\nprint (one.roll ())"), "4\n");
  CHECK_EQUAL(w.run("use \"../outside\"\nprint outside.n"), "5\n");
}

void no_file_is_read() {
  World w{{}};
  const std::string report = w.run("use \"./functions\"", "tests/embed/main.asp");
  CHECK_CONTAINS(report, "tests/embed/functions.asp");
  CHECK_CONTAINS(report, "the host has no such module");
  const auto file = w.vm.compile_file("tests/embed/limits.asp");
  CHECK(file && w.vm.run(*file));
}

void what_is_wrong_is_reported() {
  World w{{{"bad.asp", "broken"},
           {"wrong.asp", "a = 1\nb = ]"},
           {"raises.asp", "f = () -> error (Lost 7)"},
           {"round.asp", "use \"./main\""},
           {"binary.asp", "a = \"\xff\xfe\""},
           {"macros.asp", "syntax a 'plus b { a + b }"}}};
  CHECK_CONTAINS(w.run("use \"./bad\""), "the archive is damaged");
  CHECK_CONTAINS(w.run("use \"./wrong\""), "--> wrong.asp:2:5");
  CHECK_CONTAINS(w.run("use \"./raises\"\nraises.f ()"),
                 "--> raises.asp:1:11\n  1 | f = () -> error (Lost 7)");
  CHECK_CONTAINS(w.run("use \"./round\""), "main.asp");
  CHECK_CONTAINS(w.run("use \"./binary\""), "binary.asp");
  CHECK_EQUAL(w.run("use \"./macros\"\nprint (1 plus 2)"), "3\n");
}

// A program has the texts with which it was compiled, also in what its modules import.
void texts_may_change() {
  World w{{{"a.asp", "use \"./b\"\nname = () -> \"a of {b.name ()}\""}, {"b.asp", "name = () -> \"b1\""}}};
  const std::string text = "use \"./a\"\nuse \"./b\"\nprint (a.name (), b.name ())";
  const auto first = w.vm.compile(text, "main.asp");
  CHECK(first && w.vm.run(*first));
  CHECK_EQUAL(w.out, "(\"a of b1\", \"b1\")\n");
  w.texts["b.asp"] = "extra = 1\nname = () -> \"b2\"";
  // Program after program, none of which imports all that has changed.
  CHECK_EQUAL(w.run("use \"./b\"\nprint (b.name (), b.extra)"), "(\"b2\", 1)\n");
  CHECK_EQUAL(w.run(text), "(\"a of b2\", \"b2\")\n");
  w.out.clear();
  CHECK(w.vm.run(*first));
  CHECK_EQUAL(w.out, "(\"a of b1\", \"b1\")\n");
  CHECK_EQUAL(w.run("use \"./a\"\nprint (a.name ())"), "a of b2\n");
  w.texts["b.asp"] = "other = 1";
  CHECK_CONTAINS(w.run("use \"./b\"\nprint (b.name ())"), "name");
  w.texts.erase("b.asp");
  CHECK_CONTAINS(w.run("use \"./a\""), "the host has no such module");
}

void a_loader_cannot_use_its_vm() {
  aspen::Vm* inside = nullptr;
  std::string said;
  int values = 0;
  aspen::Vm vm({.load = [&](const std::string&) -> std::optional<std::string> {
    const auto nested = inside->compile("1", "n.asp");
    if (!nested) said = nested.error().message();
    values += inside->get<int>("x") ? 1 : 0;
    values += inside->call<int>("f") ? 1 : 0;
    values += inside->set("y", 1) ? 1 : 0;
    inside->interrupt();
    inside->clear_interrupt();
    return "n = 1";
  }});
  inside = &vm;
  const auto before = vm.compile("x = 1\nf = () -> 2", "before.asp");
  CHECK(before && vm.run(*before));
  const auto program = vm.compile("use \"./m\"\nprint m.n", "main.asp");
  CHECK(program && vm.run(*program) && vm.call<int>("f").value_or(0) == 2);
  CHECK_CONTAINS(said, "the VM waits for its loader of modules (`load`), which cannot use it");
  CHECK(values == 0);
}

// Many texts of one module count for the limit on memory, as programs do.
void old_texts_take_memory() {
  World w{{}};
  aspen::Vm small(
      {.limits = {.heap_bytes = 4u << 20}, .load = [&](const std::string&) { return w.texts["m.asp"]; }});
  auto end = aspen::ErrorKind::misuse;
  for (int i = 0; i < 1000; ++i) {
    w.texts["m.asp"] = "n = " + std::to_string(i) + " # " + std::string(50'000, 'x');
    const auto program = small.compile("use \"./m\"\nm.n", "main.asp");
    CHECK(program);
    const auto ran = small.run(*program);
    if (!ran) end = ran.error().kind();
    if (!ran) break;
  }
  CHECK(end == aspen::ErrorKind::out_of_memory);
}

void answers_in_c() {
  aspen_options options{};
  options.struct_size = sizeof options;
  options.load = [](void*, const char* path, aspen_import* import) {
    const std::string_view asked = path;
    aspen_give_module(nullptr, "", 0);
    aspen_refuse_module(nullptr, nullptr);
    if (asked == "given.asp")
      aspen_refuse_module(import, "at first"), aspen_give_module(import, "n = 5 rest", 5);
    if (asked == "empty.asp") aspen_give_module(import, nullptr, 0);
    if (asked == "refused.asp")
      aspen_give_module(import, "n = 1", 5), aspen_refuse_module(import, "too late");
    if (asked == "null.asp") aspen_give_module(import, nullptr, 3), aspen_refuse_module(import, nullptr);
  };
  aspen_vm* vm = aspen_vm_new(&options);
  const auto ends = [&](const std::string& text) -> std::string {
    aspen_program* program = nullptr;
    aspen_error* error = nullptr;
    const aspen_status status = aspen_compile(vm, text.data(), text.size(), "c.asp", &program, &error);
    if (status == ASPEN_OK) aspen_run(vm, program, &error);
    std::string said = aspen_error_message(error);
    aspen_error_free(error);
    aspen_program_free(program);
    return said;
  };
  CHECK_EQUAL(ends("use \"./given\"\nassert (given.n == 5)"), "");
  CHECK_EQUAL(ends("use \"./empty\""), "");
  CHECK_CONTAINS(ends("use \"./refused\""), "too late");
  CHECK_CONTAINS(ends("use \"./null\""), "the host has no such module");
  CHECK_CONTAINS(ends("use \"./other\""), "the host has no such module");
  aspen_vm_free(vm);
}

}  // namespace

int main() {
  modules_import_each_other();
  no_file_is_read();
  what_is_wrong_is_reported();
  texts_may_change();
  a_loader_cannot_use_its_vm();
  old_texts_take_memory();
  answers_in_c();
  return failures;
}
