#include "stdlib/prelude/casing.h"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>

#include "vm/object/utf8.h"

namespace aspen {

namespace {

struct SpecialCase {
  uint32_t code;
  const char *upper, *title, *lower;
};

// Sorted by character.
constexpr SpecialCase kSpecialCases[] = {
#define ASPEN_SPECIAL_CASE(code, upper, title, lower) {code, upper, title, lower},
#include "stdlib/prelude/special_casing.def"
#undef ASPEN_SPECIAL_CASE
};

const SpecialCase* special_case(uint32_t code) {
  if (code < kSpecialCases[0].code) return nullptr;
  const SpecialCase* found =
      std::lower_bound(std::begin(kSpecialCases), std::end(kSpecialCases), code,
                       [](const SpecialCase& row, uint32_t wanted) { return row.code < wanted; });
  return found != std::end(kSpecialCases) && found->code == code ? found : nullptr;
}

const char* text_of(const SpecialCase& special, Case wanted) {
  switch (wanted) {
    case Case::upper: return special.upper;
    case Case::title: return special.title;
    case Case::lower: return special.lower;
  }
  return nullptr;
}

int32_t simple_case(int32_t code, Case wanted) {
  switch (wanted) {
    case Case::upper: return utf8proc_toupper(code);
    case Case::title: return utf8proc_totitle(code);
    case Case::lower: return utf8proc_tolower(code);
  }
  return code;
}

// ---- Final sigma (the Unicode Standard, 3.13, table 3-17)

constexpr uint32_t kCapitalSigma = 0x3a3, kFinalSigma = 0x3c2;

// Case_Ignorable: characters such as accents and apostrophes, which may stand within a word.
bool is_case_ignorable(uint32_t code) {
  constexpr std::u32string_view kInWords =
      U"':\u00b7.\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a";
  switch (utf8proc_category(static_cast<int32_t>(code))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK: return true;
    default: return kInWords.find(static_cast<char32_t>(code)) != kInWords.npos;
  }
}

// Cased, for characters that are not ignorable; includes letters used as numbers, or in circles and squares.
bool is_cased(uint32_t code) {
  switch (utf8proc_category(static_cast<int32_t>(code))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT: return true;
    default: break;
  }
  constexpr std::pair<uint32_t, uint32_t> kOthers[] = {
      {0xaa, 0xaa},       {0xba, 0xba},       {0x2160, 0x217f},  {0x24b6, 0x24e9},
      {0x1f130, 0x1f149}, {0x1f150, 0x1f169}, {0x1f170, 0x1f189}};
  return std::any_of(std::begin(kOthers), std::end(kOthers),
                     [&](const auto& range) { return code >= range.first && code <= range.second; });
}

bool is_word_before(std::string_view text, size_t at) {
  while (at > 0) {
    at = previous_character(text, at);
    const uint32_t code = decode_character(text.data() + at);
    if (!is_case_ignorable(code)) return is_cased(code);
  }
  return false;
}

bool is_word_behind(std::string_view text, size_t at) {
  for (; at < text.size(); at += character_bytes(static_cast<unsigned char>(text[at]))) {
    const uint32_t code = decode_character(text.data() + at);
    if (!is_case_ignorable(code)) return is_cased(code);
  }
  return false;
}

bool is_at_end_of_word(std::string_view text, size_t at) {
  return is_word_before(text, at) &&
         !is_word_behind(text, at + character_bytes(static_cast<unsigned char>(text[at])));
}

}  // namespace

void append_in_case(ScratchText& out, Case wanted, std::string_view text, size_t at) {
  const uint32_t code = decode_character(text.data() + at);
  if (code == kCapitalSigma && wanted == Case::lower && is_at_end_of_word(text, at))
    return append_character(out, kFinalSigma);
  if (const SpecialCase* special = special_case(code)) {
    out += text_of(*special, wanted);
  } else {
    append_character(out, static_cast<uint32_t>(simple_case(static_cast<int32_t>(code), wanted)));
  }
}

}  // namespace aspen
