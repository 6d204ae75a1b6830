// How a strand raises errors.
#include <cstring>

#include "sched/error.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/show.h"
#include "vm/run/strand.h"
#include "vm/run/tasks/task.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

std::string name_of_error(int number) {
  if (number < 0) return sched::error_name(number);
  const char* name = strerrorname_np(number);
  return name != nullptr ? name : "EUNKNOWN";
}

std::string text_of_error(int number) {
  if (number < 0) return sched::error_text(number);
  const char* text = strerrordesc_np(number);
  return text != nullptr ? text : "Unknown error " + std::to_string(number);
}

}  // namespace

Value Strand::raise(Value error) {
  if (error_.has_failed) return Value::exception();
  error_.set(error);
  return Value::exception();
}

Value Strand::raise_uncatchable(Value error) {
  error_.has_failed = false;
  raise(error);
  error_.uncatchable = true;
  return Value::exception();
}

Value Strand::raise_exit(int code) {
  if (timeline_ == nullptr) {
    machine_.request_exit(code);
  } else {
    task().run().request_exit(code);
    task().run().task->end_program(aspen::Task::kExited);
  }
  return raise_uncatchable(Value::undefined());
}

Value Strand::raise(Symbol kind, std::string_view message, std::string_view hint) {
  Value fields[2];
  fields[0] = Value::object(make_string(*allocator_, message));
  Symbol names[] = {sym::kMessage, sym::kHint};
  unsigned count = 1;
  if (!hint.empty()) fields[count++] = Value::object(make_string(*allocator_, hint));
  const Shape& shape = machine_.shapes().intern({names, count});
  Value record = Value::object(new_record(*allocator_, shape, fields));
  return raise(Value::object(allocator_->make<LabelBox>(0, kind, record)));
}

Value Strand::type_error(std::string_view message, std::string_view hint) {
  return raise(sym::kTypeError, message, hint);
}
bool Strand::runs_library() const {
  const LoadedModule* module = Interpreter::running(base_)->module;  // null: the code that begins a call
  return module != nullptr && module->in_library;
}

Value Strand::value_error(std::string_view message, std::string_view hint) {
  return raise(sym::kValueError, message, hint);
}
Value Strand::index_error(std::string_view message, std::string_view hint) {
  return raise(sym::kIndexError, message, hint);
}
Value Strand::key_error(std::string_view message, std::string_view hint) {
  return raise(sym::kKeyError, message, hint);
}
Value Strand::arithmetic_error(std::string_view message, std::string_view hint) {
  return raise(sym::kArithmeticError, message, hint);
}

Value Strand::io_error(int error_number, std::string_view path) {
  std::string message = text_of_error(error_number);
  if (!path.empty()) message = std::string(path) + ": " + message;
  return io_error(message, name_of_error(error_number), path);
}

Value Strand::io_error(std::string_view message, std::string_view code, std::string_view path) {
  Value fields[3];
  fields[0] = Value::object(make_string(*allocator_, message));
  fields[1] = Value::object(make_string(*allocator_, code));
  fields[2] = Value::object(make_string(*allocator_, path));
  Symbol names[] = {sym::kMessage, sym::kCode, sym::kPath};
  const Shape& shape = machine_.shapes().intern(names);
  Value record = Value::object(new_record(*allocator_, shape, fields));
  return raise(Value::object(allocator_->make<LabelBox>(0, sym::kIoError, record)));
}

Value Strand::argument_error(unsigned index, Value* arguments, std::string_view expected) {
  std::string_view parameters = native_.descriptor->parameters;
  for (unsigned i = 0; i < index && !parameters.empty(); ++i) {
    size_t space = parameters.find(' ');
    parameters.remove_prefix(space == std::string_view::npos ? parameters.size() : space + 1);
  }
  return wrong_type(
      std::string(native_.descriptor->name) + ": " + std::string(parameters.substr(0, parameters.find(' '))),
      arguments[index], expected);
}

Value Strand::wrong_type(std::string_view what, Value v, std::string_view expected) {
  std::string_view hint = expected.starts_with(kIterable) ? iteration_hint(v) : option_hint(v);
  if (is_kind(v, Kind::Record) && expected.find("Dict") != std::string_view::npos)
    hint = "`dict r` is a dict of a record's fields";
  return type_error(std::string(what) + " must be " + std::string(expected) + ", not " + shorten(*this, v) +
                        ", " + with_article(type_name(v)),
                    hint);
}

}  // namespace aspen
