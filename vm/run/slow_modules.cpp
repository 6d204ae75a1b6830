// Modules, captures and the slots of variables: what a handler leaves to a call.
#include <algorithm>

#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/tasks/task.h"

namespace aspen {

const Word* Interpreter::slow_LoadModule(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  LoadedModule* module = pointer<LoadedModule>(pc + 1);
  if (!module->record.is_undefined())
    return finish(s, pc, b_of(pc) == 0 ? module->record : module->of_macros);
  Value* window = base + a_of(pc);
  PendingCall call{raw_slot(&module->functions[0]), window + 3, 0, false, false};
  link_frame(call.frame, pc + info(Op::LoadModule).words(), a_of(pc));
  return enter(s, call, &module->functions[0]);
}

const Word* Interpreter::slow_ReturnModule(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  if (const Word* left = wait_for_turn(s, pc, Effect::write)) return left;
  Value record = base[a_of(pc)], of_macros = base[b_of(pc)];
  share(record);
  share(of_macros);
  running(base)->module->record = record;
  running(base)->module->of_macros = of_macros;
  PendingCall call{Value::unit(), base, 0, true, false};
  return deliver(s, call, record);
}

const Word* Interpreter::raise_undefined(Strand& s, const Word* pc, Value* base, std::string_view name) {
  save(s, pc, base);
  std::string subject = name.empty() ? "a name" : "`" + std::string(name) + "`";
  s.value_error(subject + " is used before the line that defines it has run");
  return unwind(s);
}

static std::string_view slot_name(const Proto* proto, const Value* slot) {
  const LoadedModule* module = proto->module;
  auto found = std::find(module->slot_addresses.begin(), module->slot_addresses.end(), slot);
  if (found == module->slot_addresses.end()) return {};
  return module->slot_names[static_cast<size_t>(found - module->slot_addresses.begin())];
}

const Word* Interpreter::slow_GetSlot(Strand& s, const Word* pc, Value* base) {
  return raise_undefined(s, pc, base, slot_name(running(base), pointer<Value>(pc + 1)));
}
const Word* Interpreter::slow_TakeSlot(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  if (const Word* left = wait_for_turn(s, pc, Effect::write)) return left;
  return load_variable(pc).is_undefined() ? slow_GetSlot(s, pc, base) : pc;
}
const Word* Interpreter::slow_SetSlot(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const Word* left = wait_for_turn(s, pc, Effect::write);
  return left ? left : pc;
}
const Word* Interpreter::slow_GetCaptureChecked(Strand& s, const Word* pc, Value* base) {
  return raise_undefined(s, pc, base, {});
}

}  // namespace aspen
