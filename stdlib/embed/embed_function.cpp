// The C interface for giving functions and values of the host to scripts.
#include <algorithm>

#include "frontend/syntax/token.h"
#include "stdlib/embed/embed_entry.h"
#include "stdlib/native/valid_text.h"
#include "vm/heap/native_stack.h"
#include "vm/heap/ordered_lock.h"

namespace aspen {

namespace {

// A call window has room for more, but such a call would be unreadable.
constexpr size_t kMaxArity = 30;

bool is_word(std::string_view word) {
  if (word.ends_with('?')) word.remove_suffix(1);
  return !word.empty() && ((word[0] >= 'a' && word[0] <= 'z') || word[0] == '_') && is_in_words(word);
}

void measure(Strand& strand, Value object) {
  if (host_type(object) != nullptr) measure_host_object(strand.allocator(), *as<NativeObject>(object));
}

// An argument that is returned has a second owner, also if the host has not said that it keeps it.
Value share_argument(const HostFunction& host, const Value* arguments, Value result) {
  if (!result.is_object()) return result;
  for (unsigned i = 0; i < host.descriptor.arity; ++i) {
    const bool keeps = (host.descriptor.consumes >> i & 1) != 0;
    if (!keeps && arguments[i].bits() == result.bits()) share(result);
  }
  return result;
}

Value call_host(Strand& strand, Value* arguments) {
  auto* host = static_cast<HostFunction*>(strand.native()->data);
  if (!settle_for_host(strand, *host, arguments)) return Value::exception();
  assert(!OrderedLock::is_any_held() && "the host's code may take as long as it likes");
  aspen_context context(host->vm, strand);
  const RefusalScope leaves_no_host(strand.allocator(), false);
  Value result =
      from_raw(host->function(&context, host->data, reinterpret_cast<const aspen_value*>(arguments)));
  measure(strand, context.changed);
  measure_arguments(strand, arguments);
  return share_argument(*host, arguments, context.result(result));
}

Effect effect_of(aspen_effect effect) {
  switch (effect) {
    case ASPEN_PURE: return Effect::pure;
    case ASPEN_READ: return Effect::read;
    case ASPEN_WRITE: return Effect::write;
  }
  return Effect::write;
}

const char* complaint_of_member(const aspen_definition& definition) {
  if (definition.type == nullptr) return "is a member of no type";
  const bool has_object = definition.member == ASPEN_READS || definition.member == ASPEN_CHANGES;
  if (has_object && definition.arity == 0) return "takes no object of its type";
  if (definition.member == ASPEN_CHANGES && (definition.keeps >> (definition.arity - 1) & 1) == 0)
    return "changes an object that it does not keep";
  if (definition.field == nullptr) return nullptr;
  if (!has_object || definition.arity != (definition.member == ASPEN_READS ? 1 : 2))
    return "takes more or less than what a field takes";
  return definition.type->is_open() ? nullptr : "is a field of a type that is in use already";
}

// Text that is missing names nothing.
bool are_names_of(size_t arity, const char* parameters) {
  if (arity == 0 || parameters == nullptr) return true;
  std::string_view rest = parameters;
  size_t count = 0;
  for (; !rest.empty(); ++count) {
    const size_t end = std::min(rest.find(' '), rest.size());
    if (!is_word(rest.substr(0, end))) return false;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return count == arity;
}

const char* complaint(const aspen_vm* vm, const aspen_definition& definition) {
  if (definition.struct_size < sizeof(aspen_definition)) return "made for another version of the library";
  if (definition.function == nullptr && definition.begin == nullptr) return "has no function";
  if (definition.function != nullptr && definition.begin != nullptr) return "has two functions";
  const bool is_member = definition.type != nullptr;
  if (is_member && definition.type->vm() != vm) return "is a member of a type of another VM";
  if (definition.name == nullptr || !(is_member ? is_word(definition.name) : is_valid_name(definition.name)))
    return "no name that a script can write";
  if (!is_member && vm->converters.contains(definition.name)) return "the name makes objects of a type";
  if (definition.arity > kMaxArity) return "takes too many arguments";
  if (!are_names_of(definition.arity, definition.parameters))
    return "the parameters are not one word for each argument";
  return definition.member != ASPEN_NO_MEMBER || definition.field != nullptr ? complaint_of_member(definition)
                                                                             : nullptr;
}

std::string full_name(const aspen_definition& definition) {
  return definition.type == nullptr ? definition.name : definition.type->module() + "." + definition.name;
}

// A call that ends later may overlap with others, so its effect is at least `read`; and it may have to wait.
NativeDescriptor describe(HostFunction& host, const aspen_definition& definition) {
  const bool is_later = definition.begin != nullptr;
  NativeDescriptor native{host.name.c_str(),
                          static_cast<uint16_t>(host.takes_nothing ? 1 : definition.arity),
                          definition.keeps,
                          effect_of(host),
                          is_later ? call_host_later : call_host,
                          host.parameters.c_str(),
                          host.doc.c_str(),
                          &host};
  native.uses_tasks = is_later;
  return native;
}

}  // namespace

Effect effect_of(const HostFunction& host) {
  Effect effect = host.least;
  if (host.begin != nullptr) effect = std::max(effect, Effect::read);
  if (host.type == nullptr || !host.type->is_shared() || host.member == ASPEN_NO_MEMBER) return effect;
  return std::max(effect, host.member == ASPEN_READS ? Effect::read : Effect::write);
}

void announce(HostFunction& host) {
  host.descriptor.effect = effect_of(host);
  host.vm->engine.catalogue().add(host.name, {BuiltinInfo::Kind::native,
                                              host.descriptor.arity,
                                              host.descriptor.consumes,
                                              host.descriptor.effect,
                                              host.parameters,
                                              {}});
}

void measure_arguments(Strand& strand, const Value* arguments) {
  const NativeDescriptor& native = *strand.native();
  if (native.effect != Effect::write) return;
  std::for_each_n(arguments, native.arity, [&](Value argument) { measure(strand, argument); });
}

void add_to_module(aspen_vm* vm, const std::string& name) {
  size_t dot = name.rfind('.');
  if (dot == std::string::npos) return;
  std::vector<std::string>& members = vm->modules[name.substr(0, dot)];
  std::string member = name.substr(dot + 1);
  if (std::find(members.begin(), members.end(), member) == members.end()) members.push_back(member);
  vm->modules_changed = true;
}

bool settle_for_host(Strand& strand, const HostFunction& host, Value* arguments) {
  if (host.takes_nothing && !arguments[0].is_unit()) {
    strand.argument_error(0, arguments, "()");
    return false;
  }
  for (unsigned i = 0; strand.holds_futures() && i < strand.native()->arity; ++i) {
    if (!strand.settle(arguments[i])) return false;  // a host cannot wait
  }
  Output& out = strand.machine().out();
  if (host.descriptor.effect == Effect::write && out.is_buffered()) out.flush();
  return true;
}

aspen_status refuse_definition(aspen_vm* vm, std::string why, aspen_error** error) {
  constexpr size_t kMost = 20;
  if (vm->refused.size() < kMost) vm->refused.push_back(why);
  return fail(ASPEN_MISUSE, why, error);
}

bool is_in_words(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// A keyword is a name after a dot only.
bool is_valid_name(std::string_view name) {
  const std::string_view first = name.substr(0, name.find('.'));
  if (is_keyword(first) || !is_word(first)) return false;
  return first.size() == name.size() || is_word(name.substr(first.size() + 1));
}

HostFunction::HostFunction(aspen_vm* owner, const aspen_definition& definition, HostData given)
    : vm(owner),
      name(full_name(definition)),
      parameters(definition.arity == 0 || definition.parameters == nullptr ? "()" : definition.parameters),
      doc(definition.doc == nullptr ? "" : definition.doc),
      takes_nothing(definition.arity == 0),
      function(definition.function),
      begin(definition.begin),
      data(definition.data),
      held(std::move(given)),
      type(definition.type),
      member(definition.member),
      least(effect_of(definition.effect)),
      descriptor(describe(*this, definition)) {}

}  // namespace aspen

using namespace aspen;

aspen_context::aspen_context(aspen_vm* of, Strand& running) : vm(of), strand(running) {
  vm->has_refused_memory = false;
  vm->thrown.clear();
}

Value aspen_context::result(Value returned) {
  const bool has_refused_memory = std::exchange(vm->has_refused_memory, false);
  const std::string thrown = std::exchange(vm->thrown, {});
  if (is_stopped) return strand.raise_stop();
  if (is_refused) return Value::exception();
  if (!returned.is_undefined()) return returned;
  if (strand.gave_up()) return Value::exception();
  if (has_refused_memory) throw std::bad_alloc();
  const std::string name = strand.native()->name;
  if (!thrown.empty()) return strand.value_error(name + ": " + thrown);
  return strand.value_error(name + ": the host returned no value");
}

namespace {

// Defines the name last, after everything that the compiler needs to know about it.
aspen_status define(aspen_vm* vm, std::unique_ptr<HostFunction> made, const aspen_definition& definition) {
  HostFunction& host = *vm->functions.emplace_back(std::move(made));
  vm->machine().define(host.descriptor);
  add_to_module(vm, host.name);
  if (definition.field != nullptr)
    host.type->add_field(vm->machine().symbols().intern(definition.field), host);
  if (definition.member == ASPEN_MAKES && std::string_view(definition.name) == "new")
    vm->converters[host.type->module()] = &host;
  announce(host);
  return ASPEN_OK;
}

bool is_text(const char* text, size_t size) { return text != nullptr || size == 0; }

aspen_value make_message(aspen_vm* vm, const char* text, size_t size) {
  const std::string valid = replace_invalid({text, size});
  return aspen_make_string(vm, valid.data(), valid.size());
}

}  // namespace

aspen_status aspen_define(aspen_vm* vm, const aspen_definition* definition, aspen_error** error) {
  HostData held = definition == nullptr ? HostData() : HostData(definition->data, definition->free_data);
  const auto define_it = [&] {
    if (const char* wrong = complaint(vm, *definition)) {
      std::string name = definition->name == nullptr ? "a function" : definition->name;
      return refuse_definition(vm, name + ": " + wrong, error);
    }
    auto made = std::make_unique<HostFunction>(vm, *definition, std::move(held));
    return define(vm, std::move(made), *definition);
  };
  return enter(__func__, vm, error, define_it, Needed("definition", definition));
}

aspen_status aspen_set(aspen_vm* vm, const char* name, aspen_value value, aspen_error** error) {
  const auto set = [&] {
    if (!is_valid_name(name))
      return fail(ASPEN_MISUSE, std::string(name) + ": no name that a script can write", error);
    vm->machine().define(name, from_raw(value));
    add_to_module(vm, name);
    vm->engine.catalogue().add(name, {BuiltinInfo::Kind::value, 0, 0, Effect::pure, {}, {}});
    return ASPEN_OK;
  };
  return enter(__func__, vm, error, set, Needed("name", name), Needed("value", is_value(value)));
}

aspen_vm* aspen_context_vm(aspen_context* context) {
  return attempt<aspen_vm*>(nullptr, context != nullptr, [&] { return context->vm; });
}

aspen_value aspen_raise(aspen_context* context, const char* text, size_t size) {
  return attempt(ASPEN_NO_VALUE, context != nullptr && is_text(text, size), [&] {
    const aspen_value message = make_message(context->vm, text, size);
    return message == ASPEN_NO_VALUE ? message : to_raw(context->strand.raise(from_raw(message)));
  });
}

aspen_value aspen_raise_label(aspen_context* context, const char* label, const char* text, size_t size) {
  return attempt(ASPEN_NO_VALUE, context != nullptr && label != nullptr && is_text(text, size), [&] {
    const char* const name = "message";
    const aspen_value message = make_message(context->vm, text, size);
    const aspen_value fields = aspen_make_record(context->vm, &name, &message, 1);
    const aspen_value raised = aspen_make_label(context->vm, label, fields);
    const bool is_whole = fields != ASPEN_NO_VALUE && raised != ASPEN_NO_VALUE;
    return is_whole ? to_raw(context->strand.raise(from_raw(raised))) : ASPEN_NO_VALUE;
  });
}

aspen_value aspen_raise_value(aspen_context* context, aspen_value value) {
  return attempt(ASPEN_NO_VALUE, context != nullptr && is_value(value), [&] {
    share(from_raw(value));
    return to_raw(context->strand.raise(from_raw(value)));
  });
}

int aspen_work(aspen_context* context, uint64_t amount) {
  return use(context != nullptr ? context->vm : nullptr, 0, context != nullptr, [&] {
    Strand& strand = context->strand;
    if (context->has_to_end()) return 0;
    context->is_stopped = !strand.work(amount) || (strand.machine().is_interrupted() && strand.has_to_stop());
    return context->is_stopped ? 0 : 1;
  });
}

int aspen_require_memory(aspen_context* context, size_t bytes) {
  return use(context != nullptr ? context->vm : nullptr, 0, context != nullptr, [&] {
    if (context->has_to_end()) return 0;
    context->is_refused = !context->strand.reserve(bytes);
    return context->is_refused ? 0 : 1;
  });
}

aspen_value aspen_argument_error(aspen_context* context, size_t index, const aspen_value* arguments,
                                 const char* expected) {
  const bool is_usable = context != nullptr && arguments != nullptr && expected != nullptr;
  return use(is_usable ? context->vm : nullptr, ASPEN_NO_VALUE, is_usable, [&] {
    if (index >= context->strand.native()->arity) return ASPEN_NO_VALUE;
    auto* values = reinterpret_cast<Value*>(const_cast<aspen_value*>(arguments));
    return to_raw(context->strand.argument_error(static_cast<unsigned>(index), values, expected));
  });
}
