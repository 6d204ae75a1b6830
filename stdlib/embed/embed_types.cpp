// The C interface for giving types of the host to scripts.
#include <cctype>

#include "stdlib/embed/embed_entry.h"
#include "stdlib/native/valid_text.h"
#include "vm/object/utf8.h"
#include "vm/run/machine.h"

struct aspen_failure {
  bool has_failed = false;
  std::string text;
};

using namespace aspen;

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_upper_word(std::string_view word) { return !word.empty() && is_upper(word[0]) && is_in_words(word); }

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('.') + 1); }

// "GameObject" becomes "game_object".
std::string lower_word(std::string_view word) {
  std::string lower;
  for (size_t i = 0; i < word.size(); ++i) {
    if (i > 0 && is_upper(word[i]) && !is_upper(word[i - 1]) && word[i - 1] != '_') lower += '_';
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(word[i])));
  }
  return lower;
}

std::string module_of(std::string_view name) {
  const std::string_view word = last_word(name);
  return std::string(name.substr(0, name.size() - word.size())) + lower_word(word);
}

const char* complaint(const aspen_type_definition& definition) {
  if (definition.struct_size < sizeof(aspen_type_definition))
    return "made for another version of the library";
  if (definition.name == nullptr || !is_upper_word(last_word(definition.name)) ||
      !is_valid_name(module_of(definition.name)))
    return "no name of a type: `Sprite`, or `host.Sprite`";
  if (definition.destroy == nullptr) return "cannot be destroyed";
  if (definition.copy == nullptr && definition.is_shared == 0) return "cannot be copied, and is not shared";
  return nullptr;
}

// The answer of a callback, unless the callback has failed.
HostType::Answer answer(aspen_failure& failure, bool yes, std::string& error) {
  if (!failure.has_failed) return yes ? HostType::Answer::yes : HostType::Answer::no;
  error = std::move(failure.text);
  return HostType::Answer::failed;
}

void append(void* out, const char* text, size_t size) { static_cast<std::string*>(out)->append(text, size); }

}  // namespace

aspen_host_type::aspen_host_type(aspen_vm* vm, const aspen_type_definition& definition, HostData held)
    : vm_(vm),
      name_(last_word(definition.name)),
      module_(module_of(definition.name)),
      code_(definition),
      is_shared_(definition.is_shared != 0),
      held_(std::move(held)),
      native_{name_.c_str(), definition.destroy, nullptr} {
  native_.host = this;
  native_.bytes = definition.bytes;
}

HostType::Answer aspen_host_type::equal(const void* a, const void* b, std::string& error) const {
  aspen_failure failure;
  const bool yes = code_.equal(code_.data, a, b, &failure) != 0;
  return answer(failure, yes, error);
}

HostType::Answer aspen_host_type::hash(const void* object, uint64_t& out, std::string& error) const {
  aspen_failure failure;
  out = code_.hash(code_.data, object, &failure);
  return answer(failure, true, error);
}

HostType::Answer aspen_host_type::order(const void* a, const void* b, Order& out, std::string& error) const {
  aspen_failure failure;
  out = Order::unordered;
  switch (code_.order(code_.data, a, b, &failure)) {
    case ASPEN_LESS: out = Order::less; break;
    case ASPEN_EQUAL: out = Order::equal; break;
    case ASPEN_GREATER: out = Order::greater; break;
    case ASPEN_UNORDERED: break;
  }
  return answer(failure, true, error);
}

HostType::Answer aspen_host_type::show(const void* object, std::string& out, std::string& error) const {
  if (code_.show == nullptr) {
    out.append("<").append(name_).append(">");
    return Answer::yes;
  }
  aspen_failure failure;
  std::string text;
  code_.show(code_.data, object, append, &text, &failure);
  if (!failure.has_failed && !valid_utf8(text))
    failure = {true, "the host shows a " + name_ + " as what is not UTF-8"};
  out += text;
  return answer(failure, true, error);
}

void* aspen_host_type::copy(const void* object, std::string& error) const {
  aspen_failure failure;
  void* copy = code_.copy(code_.data, object, &failure);
  if (copy == nullptr) error = failure.has_failed ? failure.text : "a " + name_ + " could not be copied";
  return copy;
}

void aspen_host_type::destroy(void* object) const noexcept {
  try {
    code_.destroy(object);
  } catch (...) {
    report_exception();
  }
}

const NativeDescriptor* aspen_host_type::getter(Symbol field) const {
  const auto found = fields_.find(field);
  return found == fields_.end() ? nullptr : found->second.getter;
}

const NativeDescriptor* aspen_host_type::setter(Symbol field) const {
  const auto found = fields_.find(field);
  return found == fields_.end() ? nullptr : found->second.setter;
}

void aspen_host_type::add_field(Symbol field, const HostFunction& function) {
  Field& entry = fields_[field];
  (function.member == ASPEN_CHANGES ? entry.setter : entry.getter) = &function.descriptor;
}

namespace aspen {

aspen_host_type* HostTypes::add(std::unique_ptr<aspen_host_type> type) {
  const std::lock_guard hold(lock_);
  all_.reserve(all_.size() + 1);  // so that no key is left without its type if memory runs out
  if (type->key() != nullptr && !by_key_.emplace(type->key(), type.get()).second) return nullptr;
  return all_.emplace_back(std::move(type)).get();
}

aspen_host_type* HostTypes::find(const void* key) const {
  const std::lock_guard hold(lock_);
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : found->second;
}

void HostTypes::remove(const aspen_host_type* type) {
  const std::lock_guard hold(lock_);
  by_key_.erase(type->key());
  std::erase_if(all_, [&](const auto& known) { return known.get() == type; });
}

void HostTypes::close_all() {
  const std::lock_guard hold(lock_);
  for (const auto& type : all_) type->close();
}

aspen_value refuse_memory(aspen_vm* vm, size_t bytes) {
  Strand& strand = vm->machine().running_strand();
  strand.raise(sym::kMemoryLimit, "not enough memory for " + std::to_string(bytes) + " bytes more");
  strand.give_up();
  vm->has_made_no_value = true;
  return ASPEN_NO_VALUE;
}

}  // namespace aspen

namespace {

aspen_status define_type(aspen_vm* vm, const aspen_type_definition& definition, HostData held,
                         aspen_host_type** type, aspen_error** error) {
  const auto refuse = [&](const std::string& why) {
    const std::string name = definition.name == nullptr ? "a type" : definition.name;
    return refuse_definition(vm, name + ": " + why, error);
  };
  if (const char* wrong = complaint(definition)) return refuse(wrong);
  auto made = std::make_unique<aspen_host_type>(vm, definition, std::move(held));
  const std::string module = made->module();
  if (vm->engine.catalogue().find(module) != nullptr || vm->modules.contains(module))
    return refuse("the name `" + module + "` is taken");
  aspen_host_type* added = vm->types.add(std::move(made));
  if (added == nullptr) return refuse("its key is another type's");
  try {  // the type's module first, then the module that contains it
    vm->modules[module];
    add_to_module(vm, module);
  } catch (const std::bad_alloc&) {
    vm->modules.erase(module);
    vm->types.remove(added);
    throw;
  }
  vm->modules_changed = true;
  *type = added;
  return ASPEN_OK;
}

}  // namespace

void aspen_report_failure(aspen_failure* failure, const char* text, size_t size) {
  attempt(failure != nullptr, [&] {
    failure->has_failed = true;
    failure->text = text == nullptr ? std::string() : replace_invalid({text, size});
  });
}

aspen_status aspen_define_type(aspen_vm* vm, const aspen_type_definition* definition, aspen_host_type** type,
                               aspen_error** error) {
  HostData held = definition == nullptr ? HostData() : HostData(definition->data, definition->free_data);
  const auto define = [&] { return define_type(vm, *definition, std::move(held), type, error); };
  return enter(__func__, vm, error, define, Needed("definition", definition), Needed("type", type));
}

aspen_host_type* aspen_find_type(aspen_vm* vm, const void* key) {
  return attempt<aspen_host_type*>(nullptr, vm != nullptr, [&] { return vm->types.find(key); });
}

aspen_status aspen_share_type(aspen_host_type* type, aspen_error** error) {
  const auto share_it = [&] {
    if (type->is_shared()) return ASPEN_OK;
    if (!type->is_open())
      return fail(ASPEN_MISUSE, std::string(type->name()) + ": is in use as a type of values already", error);
    type->share();
    for (const auto& function : type->vm()->functions) {
      if (function->type == type) announce(*function);
    }
    return ASPEN_OK;
  };
  return enter(__func__, type == nullptr ? nullptr : type->vm(), error, share_it);
}

int aspen_type_is_open(const aspen_host_type* type) {
  return attempt(0, type != nullptr, [&] { return type->is_open() ? 1 : 0; });
}
int aspen_type_is_shared(const aspen_host_type* type) {
  return attempt(0, type != nullptr, [&] { return type->is_shared() ? 1 : 0; });
}
const char* aspen_host_type_name(const aspen_host_type* type) {
  return attempt("", type != nullptr, [&] { return type->name().data(); });
}
aspen_vm* aspen_host_type_vm(const aspen_host_type* type) {
  return attempt<aspen_vm*>(nullptr, type != nullptr, [&] { return type->vm(); });
}
const void* aspen_host_type_key(const aspen_host_type* type) {
  return attempt<const void*>(nullptr, type != nullptr, [&] { return type->key(); });
}
void* aspen_host_type_data(const aspen_host_type* type) {
  return attempt<void*>(nullptr, type != nullptr, [&] { return type->data(); });
}

// Objects of host types are made only in this file.
const aspen_host_type* aspen_host_type_of(aspen_value value) {
  return attempt<const aspen_host_type*>(nullptr, is_value(value), [&] {
    return static_cast<const aspen_host_type*>(host_type(from_raw(value)));
  });
}

void* aspen_object(aspen_value value) {
  return attempt<void*>(nullptr, is_value(value), [&]() -> void* {
    return host_type(from_raw(value)) == nullptr ? nullptr : as<NativeObject>(from_raw(value))->state;
  });
}

aspen_value aspen_make_object(aspen_vm* vm, const aspen_host_type* type, void* object) {
  const bool is_usable = type != nullptr && object != nullptr;
  HostData held = is_usable ? HostData(object, type->native_type().finalize) : HostData();
  const auto make = [&] {
    const_cast<aspen_host_type*>(type)->close();
    const size_t bytes = sizeof(NativeObject) + type->native_type().bytes + type->memory(object);
    if (!vm->allocator().can_allocate(bytes)) return refuse_memory(vm, bytes);
    return to_raw(Value::object(new_host_object(vm->allocator(), *type, held.release())));
  };
  return use(vm, ASPEN_NO_VALUE, is_usable && type->vm() == vm, make);
}

void* aspen_own_argument(aspen_context* context, const aspen_value* arguments, size_t index,
                         aspen_value* owned) {
  const bool is_usable = context != nullptr && arguments != nullptr && owned != nullptr;
  return use<void*>(is_usable ? context->vm : nullptr, nullptr, is_usable, [&]() -> void* {
    Strand& strand = context->strand;
    if (index >= strand.native()->arity || host_type(from_raw(arguments[index])) == nullptr) return nullptr;
    Value object = from_raw(arguments[index]);
    if (value_type(object) != nullptr && !own_host_object(strand, object)) {
      if (!strand.gave_up()) strand.give_up();
      return nullptr;
    }
    context->changed = object;
    *owned = to_raw(object);
    return as<NativeObject>(object)->state;
  });
}
