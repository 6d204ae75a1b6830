// Configuration written in Aspen: the program runs it and reads its names into types of its own.
// expect: Build server of example
// expect: cache of 536870912 bytes
// expect: worker-01 worker-02 worker-03
// expect: 8 jobs, 90 minutes
// expect: no proxy
#include <aspen/aspen.hpp>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

struct Settings {
  std::string title;
  int64_t cache_bytes = 0;
  std::vector<std::string> workers;
  std::map<std::string, int> limits;
  std::optional<std::string> proxy;
};

// A record of a script becomes a Settings, field by field.
template <>
struct aspen::Codec<Settings> {
  static constexpr bool kKeeps = false;
  static std::string expected() { return "a record of settings"; }
  static bool decode(aspen_vm* vm, aspen_value value, Settings& out) {
    return field(vm, value, "title", out.title) && field(vm, value, "cache_bytes", out.cache_bytes) &&
           field(vm, value, "workers", out.workers) && field(vm, value, "limits", out.limits) &&
           field(vm, value, "proxy", out.proxy);
  }

 private:
  template <class T>
  static bool field(aspen_vm* vm, aspen_value record, std::string_view name, T& out) {
    aspen_value value;
    return aspen_field(vm, record, name.data(), name.size(), &value) && Codec<T>::decode(vm, value, out);
  }
};

int main(int, char** argv) {
  aspen::Vm vm;
  if (!vm.set("host_name", "example")) return 1;
  auto program = vm.compile_file(argv[1]);
  if (!program || !vm.run(*program)) return 1;
  auto settings = vm.get<Settings>("settings");
  if (!settings) {
    std::fputs(settings.error().render().c_str(), stderr);
    return 1;
  }
  std::printf("%s\ncache of %lld bytes\n", settings->title.c_str(),
              static_cast<long long>(settings->cache_bytes));
  const char* between = "";
  for (const std::string& worker : settings->workers) {
    std::printf("%s%s", between, worker.c_str());
    between = " ";
  }
  std::printf("\n%d jobs, %d minutes\n%s\n", settings->limits["jobs"], settings->limits["minutes"],
              settings->proxy ? settings->proxy->c_str() : "no proxy");
}
