// Which fields of a variable that borrows are read from a point on. An update of other fields does not
// disturb the loan:
//
//     a = bodies[i]
//     bodies[i].speed += 1    # in place, if nothing from here on reads `a.speed`, or `a` as a whole
//     print a.mass
//
// So do reads of other fields while a part is taken out of a variable (dead_parts.h).
//
// What is read is an element of a LiveSet beside the variables and the parts (dead_parts.h). So the walk
// joins branches and loops for it as it does for variables.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "frontend/compile/dead_parts.h"

namespace aspen {

// Whether the two parts of one value have nothing in common, whatever their indexes are.
bool are_apart(const Steps& a, const Steps& b);
// The steps from the variable's value to the part, which may be one of a variable that borrows from it. None
// if they are not known.
std::optional<Steps> steps_from(const Binding* variable, Expr* part);

class ReadFields {
 public:
  // `first`: the number of its first element in live sets.
  void collect(const FunctionInfo& function, Expr* body, size_t first);

  // Code reads the part, `.pos.x[i]`, of a variable; or all of the variable if there are no steps. Returns
  // whether exactly that is noted.
  bool read(const Binding* variable, const Steps& part, LiveSet& live) const;
  // The variable gets its value.
  void begin(const Binding* variable, LiveSet& live) const;

  // Whether code reads only fields of the variable that are apart from this part of its value. The value must
  // have the fields in `needed` then: an error would show it as a whole.
  bool are_apart_from(const Steps& part, const Binding* variable, const LiveSet& live,
                      std::vector<Fields>& needed) const;
  // The fields that the variable must have, as code reads them while a part is not there.
  void find_needed(const Steps& part, const Binding* variable, const LiveSet& live,
                   std::vector<Fields>& needed) const;

 private:
  struct Variable {
    size_t whole;  // its number in live sets
    std::vector<std::pair<size_t, Fields>> parts;
  };
  void add_reads(const FunctionInfo& function, Expr* expr, bool of_borrowers);
  void add(const Binding* variable, const Steps& steps);

  size_t next_ = 0, end_ = 0;  // numbers
  std::unordered_map<const Binding*, Variable> variables_;
};

}  // namespace aspen
