// A collection passes it to everything that holds Values, which visits them. Each marking thread has its own
// (mark_pool.h).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "vm/heap/mark_pool.h"
#include "vm/object/object.h"

namespace aspen {

class CodeValues;
class Heap;
struct Array;
struct Dict;
struct DictTable;
struct List;

// Reports values to the collector. Visiting does not recurse: objects go to an explicit stack, so data may
// nest as deep as memory allows. Null and immediate values may be visited.
class Tracer {
 public:
  // `pool`: for sharing its work with other markers; null: it marks alone. `replaces_futures`: replaces
  // resolved futures by their values, which requires a look at each object before its turn. `code` learns
  // which functions the tracer finds; null: nothing does.
  Tracer(MarkPool* pool, bool replaces_futures, CodeValues* code)
      : pool_(pool), replaces_futures_(replaces_futures), code_(code) {}
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  void visit(Value v) {
    if (v.is_object()) push(v.as_object());
  }
  void visit(const Object* object) {
    if (object) push(const_cast<Object*>(object));
  }
  // [begin, end): registers, including raw words of frames if those look like doubles. Resolved futures there
  // may be replaced by their values.
  void visit_range(const Value* begin, const Value* end);

 private:
  friend class Heap;
  template <bool kAlone>
  class Hold;
  void push(Object* object) {
    if (top_ == stack_end_ && !make_room(1)) return;
    *top_++ = object;
  }
  void push_values(const Value* begin, size_t count);
  void replace_futures(Value* values, size_t count);
  void reach_code(const Value* words, size_t count);
  void reach_function(const void* function);
  bool make_room(size_t count);
  void grow_stack(size_t count);
  void drain();
  // Traces a marked object again, because some of its children may have been left out.
  void trace_again(Object* object);
  // Drains the stack, and continues with work that other markers give away, until none has any left.
  void drain_with_others();
  template <bool kAlone>
  void drain_own();
  template <bool kAlone>
  void drain_stack();
  template <bool kAlone>
  void process(Object* object);
  template <bool kAlone>
  static bool mark(Object* object);
  template <bool kAlone>
  size_t trace_children(Object* object);
  template <bool kAlone>
  void trace_list(List* list);
  template <bool kAlone>
  void trace_window(const List* list);
  template <bool kAlone>
  void trace_version(const Dict* dict);
  template <bool kAlone>
  bool mark_store(Object* store);
  // For an Array or a DictTable that several lists or dicts may share, found on a native stack: its elements
  // stay alive, whichever of those live. First all of them are kept, before anything is traced; then their
  // elements are visited. False: it is no such object.
  bool keep_whole(Object* store);
  void visit_whole(Object* store);
  void trace_rare(Object* object);
  void trace_array(Array* array);
  void trace_table(DictTable* table);
  void visit_later(const Value* begin, size_t count);
  bool can_give() const;
  void give_some();
  bool give_run();

  static constexpr size_t kFirstSlots = 1024;

  // Objects found, possibly marked already: in `first_` until that is full, because a collection may run when
  // there is no memory left.
  Object* first_[kFirstSlots];
  std::unique_ptr<Object*[]> more_;
  Object** stack_ = first_;
  Object** top_ = first_;
  Object** stack_end_ = first_ + kFirstSlots;
  std::vector<MarkRun> runs_;  // long arrays, scanned in pieces so that the stack stays small
  size_t live_bytes_ = 0;
  bool draining_ = false;
  bool has_left_out_ = false;  // it did not have room for children of marked objects
  MarkPool* pool_;
  bool replaces_futures_;
  CodeValues* code_;
  const void* last_function_ = nullptr;  // that it has told: many closures of one function come together
  size_t futures_met_ = 0;               // resolved ones, replaced or not
};

}  // namespace aspen
