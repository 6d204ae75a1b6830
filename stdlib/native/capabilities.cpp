#include "stdlib/native/capabilities.h"

#include <string>

#include "stdlib/native/path_value.h"

namespace aspen {

namespace {

struct Need {
  uint32_t bits;
  std::string_view names;
};

constexpr Need kNeeds[] = {
#define ASPEN_NEEDS(capability, names) {bit_of(Capability::capability), names},
#define ASPEN_NEEDS_NOTHING(names) {0, names},
#include "stdlib/native/capabilities.def"
#undef ASPEN_NEEDS
#undef ASPEN_NEEDS_NOTHING
};

// "net.*"
bool is_module_of(std::string_view entry, std::string_view name) {
  return entry.ends_with(".*") && name.starts_with(entry.substr(0, entry.size() - 1));
}

struct Found {
  bool any = false;
  uint32_t bits = 0;
};

// The capabilities of the entries for which `is_meant(entry)`.
template <class IsMeant>
Found find_needs(IsMeant is_meant) {
  Found found;
  for (const Need& need : kNeeds) {
    for (std::string_view names = need.names; !names.empty();) {
      const size_t end = std::min(names.find(' '), names.size());
      if (is_meant(names.substr(0, end))) found = {true, found.bits | need.bits};
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }
  return found;
}

// The native's own entries, or, if it has none, those of its module.
Found needs_of_name(std::string_view name) {
  const Found own = find_needs([&](std::string_view entry) { return entry == name; });
  return own.any ? own : find_needs([&](std::string_view entry) { return is_module_of(entry, name); });
}

Value deny_all(Strand& s, Capability capability) {
  return deny(s, capability, "this program may not " + std::string(deed_of(capability)));
}

// The function of natives that are not permitted.
Value refuse_call(Strand& s, Value* /*arguments*/) {
  const uint32_t lacking = needs_of(*s.native());
  for (size_t i = 0; i < kCapabilityCount; ++i) {
    const auto capability = static_cast<Capability>(i);
    if ((lacking & bit_of(capability)) != 0 && !permissions(s).has(capability))
      return deny_all(s, capability);
  }
  return s.value_error("a native was refused that is permitted");
}

bool may_reach(Strand& s, Capability capability, std::string_view path) {
  // The system would refuse the path as well, but only after it was copied.
  constexpr size_t kShown = 60;
  if (path.size() >= PATH_MAX) return fail_with(s.io_error(ENAMETOOLONG, path.substr(0, kShown)));
  if (path.find('\0') != path.npos)
    return fail_with(
        s.value_error(std::string(s.native()->name) + ": a path cannot contain a NUL character"));
  if (!is_granted(s, capability)) return false;
  if (!permissions(s).is_limited(capability) || permissions(s).may_reach(capability, path)) return true;
  deny(s, capability,
       shown_path(path) + " is not where this program may " + std::string(deed_of(capability)));
  return false;
}

}  // namespace

Value deny(Strand& s, Capability capability, std::string_view complaint) {
  Value fields[2];
  fields[0] = text_value(s, std::string(s.native()->name) + ": " + std::string(complaint));
  fields[1] = text_value(s, name_of(capability));
  const Symbol names[] = {sym::kMessage, sym::kCapability};
  const Value record = Value::object(new_record(s.allocator(), s.machine().shapes().intern(names), fields));
  return s.raise(Value::object(s.allocator().make<LabelBox>(0, sym::kDenied, record)));
}

uint32_t needs_of(const NativeDescriptor& native) {
  return native.effect == Effect::pure ? 0 : needs_of_name(native.name).bits;
}

bool is_classified(const NativeDescriptor& native) {
  return native.effect == Effect::pure || needs_of_name(native.name).any;
}

void define_permitted(Machine& machine, const NativeDescriptor& native) {
  const uint32_t granted = machine.options().permissions.granted();
  if (granted == kAllCapabilities || (needs_of(native) & ~granted) == 0) return machine.define(native);
  machine.define_refused(native, refuse_call);
}

bool is_granted(Strand& s, Capability capability) {
  return permissions(s).has(capability) || (deny_all(s, capability), false);
}

bool may_read(Strand& s, std::string_view path) { return may_reach(s, Capability::fs_read, path); }
bool may_write(Strand& s, std::string_view path) { return may_reach(s, Capability::fs_write, path); }

}  // namespace aspen
