#include "frontend/syntax/ast_print.h"

#include "frontend/syntax/ast_pattern.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace aspen {

namespace {

class Printer {
 public:
  std::string take() { return std::move(out_); }

  void expr(const Expr* node);
  void pattern(const Pattern* node);

 private:
  void word(std::string_view text) {
    bool glued = out_.empty() || out_.back() == '(' || out_.back() == ' ';
    if (!glued) out_ += ' ';
    out_ += text;
  }
  void open(std::string_view head) { word("(" + std::string(head)); }
  void close() { out_ += ')'; }

  template <typename... Parts>
  void form(std::string_view head, Parts... parts) {
    open(head);
    (part(parts), ...);
    close();
  }
  void part(const Expr* node) {
    if (node != nullptr) expr(node);
  }
  void part(const Pattern* node) {
    if (node != nullptr) pattern(node);
  }
  void part(std::string_view text) { word(text); }
  template <typename T>
  void part(std::span<T*> nodes) {
    for (const T* node : nodes) part(node);
  }

  void quoted(char prefix, std::string_view text);
  void number(double value);
  void interpolation(const InterpolationExpr* node);
  void format(const FormatText* format);
  void items(const ListExpr* node);
  void entries(const DictExpr* node);
  void fields(const RecordExpr* node);
  void match(const MatchExpr* node);
  void lambda(const LambdaExpr* node);
  void path(const Path& path);
  void syntax(const SyntaxExpr* node);
  void list_pattern(const ListPattern* node);
  void record_pattern(const RecordPattern* node);
  void dict_pattern(const DictPattern* node);
  void literal_pattern(const LiteralPattern* node);

  std::string out_;
};

void Printer::quoted(char prefix, std::string_view text) {
  std::string quote = prefix == '\0' ? "\"" : std::string(1, prefix) + "\"";
  for (char c : text) {
    bool plain = c >= ' ' && c != '"' && c != '\\' && c != '\x7f' && (prefix == '\0' || c > 0);
    bool continued = static_cast<unsigned char>(c) >= 0x80 && prefix == '\0';
    if (plain || continued) {
      quote += c;
    } else if (c == '\n') {
      quote += "\\n";
    } else if (c == '"' || c == '\\') {
      quote += std::string("\\") + c;
    } else {
      std::array<char, 8> hex;
      std::snprintf(hex.data(), hex.size(), "\\x%02x", static_cast<unsigned char>(c));
      quote += hex.data();
    }
  }
  word(quote + "\"");
}

void Printer::number(double value) {
  std::array<char, 32> digits;
  auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  std::string text(digits.data(), end);
  word(text.find_first_of(".ei") == std::string::npos ? text + ".0" : text);
}

void Printer::format(const FormatText* format) {
  open("format");
  quoted('\0', format->text);
  close();
}

void Printer::interpolation(const InterpolationExpr* node) {
  open("text");
  for (const StringPart& each : node->parts) {
    if (each.value == nullptr) {
      quoted('\0', each.text);
    } else if (each.format == nullptr) {
      expr(each.value);
    } else {
      open("as");
      expr(each.value);
      format(each.format);
      close();
    }
  }
  close();
}

void Printer::items(const ListExpr* node) {
  open("list");
  for (const ListItem& item : node->items) item.spread ? form("..", item.value) : part(item.value);
  close();
}

void Printer::entries(const DictExpr* node) {
  open("dict");
  for (const DictItem& entry : node->entries) form(":", entry.key, entry.value);
  close();
}

void Printer::fields(const RecordExpr* node) {
  open("record");
  for (const RecordItem& item : node->items) {
    item.spread ? form("..", item.value) : form(item.field.text(), item.value);
  }
  close();
}

void Printer::match(const MatchExpr* node) {
  open("match");
  part(node->subject);
  for (const MatchArm& arm : node->arms) {
    open("arm");
    part(arm.pattern);
    if (arm.guard != nullptr) form("guard", arm.guard);
    part(arm.body);
    close();
  }
  close();
}

void Printer::lambda(const LambdaExpr* node) {
  open(node->name ? "fn " + std::string(node->name.text()) : "fn");
  open("");
  part(node->parameters);
  close();
  part(node->body);
  close();
}

void Printer::path(const Path& path) {
  open("path");
  part(path.root->name.text());
  for (const PathStep& step : path.steps) {
    if (step.kind == StepKind::kField) word("." + std::string(step.field.text()));
    if (step.kind == StepKind::kTupleField) word("." + std::to_string(step.index));
    if (step.kind == StepKind::kIndex) form("[]", step.key);
  }
  close();
}

void Printer::syntax(const SyntaxExpr* node) {
  open("syntax");
  for (const SyntaxItem& item : node->items) {
    const char* sign = item.kind == SyntaxItem::Kind::word   ? "'"
                       : item.kind == SyntaxItem::Kind::rest ? ".."
                                                             : "";
    word(sign + std::string(item.name.text()));
  }
  expr(node->body);
  close();
}

void Printer::expr(const Expr* node) {
  switch (node->kind) {
    case ExprKind::kError: return word("error");
    case ExprKind::kUnit: return word("()");
    case ExprKind::kBool: return word(as<BoolExpr>(node)->value ? "true" : "false");
    case ExprKind::kInt: {
      auto* literal = as<IntExpr>(node);
      if (literal->fits) return word(std::to_string(literal->value));
      return word("big" + std::to_string(literal->base) + ":" + std::string(literal->digits));
    }
    case ExprKind::kFloat: return number(as<FloatExpr>(node)->value);
    case ExprKind::kString: return quoted('\0', as<StringExpr>(node)->value);
    case ExprKind::kBytes: return quoted('b', as<BytesExpr>(node)->value);
    case ExprKind::kInterpolation: return interpolation(as<InterpolationExpr>(node));
    case ExprKind::kName: return word(as<NameExpr>(node)->name.text());
    case ExprKind::kLabel: return word(as<LabelExpr>(node)->name.text());
    case ExprKind::kTuple: return form("tuple", as<TupleExpr>(node)->elements);
    case ExprKind::kList: return items(as<ListExpr>(node));
    case ExprKind::kDict: return entries(as<DictExpr>(node));
    case ExprKind::kRecord: return fields(as<RecordExpr>(node));
    case ExprKind::kBlock: return form("block", as<BlockExpr>(node)->statements);
    case ExprKind::kIf: {
      auto* branch = as<IfExpr>(node);
      return form("if", branch->condition, static_cast<const Expr*>(branch->then_block), branch->else_branch);
    }
    case ExprKind::kMatch: return match(as<MatchExpr>(node));
    case ExprKind::kFor: {
      auto* loop = as<ForExpr>(node);
      return form("for", loop->pattern, loop->iterable, static_cast<const Expr*>(loop->body));
    }
    case ExprKind::kWhile: {
      auto* loop = as<WhileExpr>(node);
      return form("while", loop->condition, static_cast<const Expr*>(loop->body));
    }
    case ExprKind::kLoop: return form("loop", static_cast<const Expr*>(as<LoopExpr>(node)->body));
    case ExprKind::kLambda: return lambda(as<LambdaExpr>(node));
    case ExprKind::kTry: return form("try", as<TryExpr>(node)->body);
    case ExprKind::kSpawn: return form("spawn", as<SpawnExpr>(node)->function->body);
    case ExprKind::kFiber: return form("fiber", as<FiberExpr>(node)->function->body);
    case ExprKind::kReturn: return form("return", as<ReturnExpr>(node)->value);
    case ExprKind::kBreak: return form("break", as<BreakExpr>(node)->value);
    case ExprKind::kContinue: return word("(continue)");
    case ExprKind::kYield: return form("yield", as<YieldExpr>(node)->value);
    case ExprKind::kLogical: {
      auto* logical = as<LogicalExpr>(node);
      return form(logical->is_and ? "and" : "or", logical->left, logical->right);
    }
    case ExprKind::kNot: return form("not", as<NotExpr>(node)->operand);
    case ExprKind::kNegate: return form("neg", as<NegateExpr>(node)->operand);
    case ExprKind::kBinary: {
      auto* binary = as<BinaryExpr>(node);
      return form(operator_text(binary->op), binary->left, binary->right);
    }
    case ExprKind::kIs: return form("is", as<IsExpr>(node)->subject, as<IsExpr>(node)->pattern);
    case ExprKind::kPipe: {
      auto* pipe = as<PipeExpr>(node);
      return form("|>", pipe->input, pipe->callee, pipe->arguments);
    }
    case ExprKind::kRange: {
      auto* range = as<RangeExpr>(node);
      return form(range->inclusive ? "..=" : "..", range->from, range->to);
    }
    case ExprKind::kCall: return form("call", as<CallExpr>(node)->callee, as<CallExpr>(node)->arguments);
    case ExprKind::kField: return form(".", as<FieldExpr>(node)->object, as<FieldExpr>(node)->field.text());
    case ExprKind::kTupleField: {
      auto* field = as<TupleFieldExpr>(node);
      return form(".", field->object, std::string_view(std::to_string(field->index)));
    }
    case ExprKind::kIndex: return form("[]", as<IndexExpr>(node)->object, as<IndexExpr>(node)->index);
    case ExprKind::kSlice: {
      auto* slice = as<SliceExpr>(node);
      open(slice->inclusive ? "slice=" : "slice");
      part(slice->object);
      slice->from == nullptr ? word("_") : expr(slice->from);
      slice->to == nullptr ? word("_") : expr(slice->to);
      return close();
    }
    case ExprKind::kAssign: return form("=", as<AssignExpr>(node)->target, as<AssignExpr>(node)->value);
    case ExprKind::kUpdate: {
      auto* update = as<UpdateExpr>(node);
      open(std::string(operator_text(update->op)) + "=");
      path(update->path);
      part(update->value);
      return close();
    }
    case ExprKind::kPipeUpdate: {
      auto* update = as<PipeUpdateExpr>(node);
      open("|>=");
      path(update->path);
      part(update->callee);
      part(update->arguments);
      return close();
    }
    case ExprKind::kUse: {
      auto* use = as<UseExpr>(node);
      open("use");
      quoted('\0', use->path);
      word(use->name ? use->name.text() : "?");
      return close();
    }
    case ExprKind::kSyntax: return syntax(as<SyntaxExpr>(node));
    case ExprKind::kTyped: return form("typed", as<TypedExpr>(node)->value, as<TypedExpr>(node)->type.text());
  }
}

void Printer::list_pattern(const ListPattern* node) {
  open("list");
  part(node->before);
  if (node->rest != nullptr) form("..", static_cast<const Pattern*>(node->rest));
  part(node->after);
  close();
}

void Printer::record_pattern(const RecordPattern* node) {
  open("record");
  for (const RecordPatternField& field : node->fields) form(field.field.text(), field.pattern);
  close();
}

void Printer::dict_pattern(const DictPattern* node) {
  open("dict");
  for (const DictPatternEntry& entry : node->entries) {
    form(":", static_cast<const Pattern*>(entry.key), entry.pattern);
  }
  close();
}

void Printer::literal_pattern(const LiteralPattern* node) {
  if (!node->negative) return expr(node->value);
  form("neg", node->value);
}

void Printer::pattern(const Pattern* node) {
  switch (node->kind) {
    case PatternKind::kError: return word("error");
    case PatternKind::kWildcard: return word("_");
    case PatternKind::kName: return word(as<NamePattern>(node)->name.text());
    case PatternKind::kLiteral: return literal_pattern(as<LiteralPattern>(node));
    case PatternKind::kUnit: return word("()");
    case PatternKind::kTuple: return form("tuple", as<TuplePattern>(node)->elements);
    case PatternKind::kList: return list_pattern(as<ListPattern>(node));
    case PatternKind::kRecord: return record_pattern(as<RecordPattern>(node));
    case PatternKind::kDict: return dict_pattern(as<DictPattern>(node));
    case PatternKind::kLabel: {
      auto* label = as<LabelPattern>(node);
      if (label->payload == nullptr) return word(label->name.text());
      return form(label->name.text(), label->payload);
    }
    case PatternKind::kOr: return form("or", as<OrPattern>(node)->alternatives);
    case PatternKind::kTyped: {
      auto* typed = as<TypedPattern>(node);
      return form(":", typed->pattern, pattern_type_name(typed->type));
    }
    case PatternKind::kPath: return path(as<PathPattern>(node)->path);
  }
}

}  // namespace

std::string to_text(const Expr* expr) {
  Printer printer;
  printer.expr(expr);
  return printer.take();
}

std::string to_text(const Pattern* pattern) {
  Printer printer;
  printer.pattern(pattern);
  return printer.take();
}

}  // namespace aspen
