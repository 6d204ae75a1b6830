// Bytes of a stream that tasks took and gave back come again in their order.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "stdlib/net/endpoint.h"

namespace aspen {
namespace {

Unread::Taken taken(Unread& unread, size_t count) {
  Unread::Taken out;
  EXPECT_TRUE(unread.take(count, out));
  return out;
}

TEST(Unread, BytesPutBackInAnyOrderComeInTheOrderOfTheStream) {
  for (const auto& order : {std::array{0, 1, 2}, std::array{0, 2, 1}, std::array{1, 0, 2},
                            std::array{1, 2, 0}, std::array{2, 0, 1}, std::array{2, 1, 0}}) {
    Unread unread;
    unread.add("abcdefgh");
    std::array<Unread::Taken, 3> pieces;
    for (Unread::Taken& piece : pieces) piece = taken(unread, 2);
    for (const int i : order) unread.put_back(std::move(pieces[static_cast<size_t>(i)]));
    EXPECT_EQ(unread.view(), "abcdefgh");
  }
}

TEST(Unread, PutsBackAllThatWasThere) {
  Unread unread;
  unread.add("ab");
  Unread::Taken first = taken(unread, 2);
  unread.add("cd");
  Unread::Taken second = unread.take_all();
  EXPECT_TRUE(unread.empty());
  unread.add("ef");
  unread.put_back(std::move(first));
  EXPECT_EQ(unread.view(), "abef");
  unread.put_back(std::move(second));
  EXPECT_EQ(unread.view(), "abcdef");
}

// Which was put back before.
TEST(Unread, PutsBackTheEndOfAPieceAfterItsBeginning) {
  Unread unread;
  unread.add("abc");
  unread.put_back(taken(unread, 2));
  Unread::Taken a = taken(unread, 1), b = taken(unread, 1);
  unread.put_back(std::move(a));
  unread.put_back(std::move(b));
  EXPECT_EQ(unread.view(), "abc");
}

// `b` was read by another task meanwhile, and a part of what came back as well.
TEST(Unread, PutsBackWhatCameBeforeTheRestOfAPiece) {
  Unread unread;
  unread.add("abcdef");
  Unread::Taken a = taken(unread, 1), b = taken(unread, 1), c = taken(unread, 2);
  unread.put_back(std::move(c));
  EXPECT_EQ(taken(unread, 1).bytes, "c");
  Unread::Taken de = taken(unread, 2);
  EXPECT_EQ(unread.view(), "f");
  unread.put_back(std::move(de));
  unread.put_back(std::move(a));
  EXPECT_EQ(unread.view(), "adef");
  EXPECT_EQ(b.bytes, "b");
  unread.drop(2);
  EXPECT_EQ(unread.view(), "ef");
}

}  // namespace
}  // namespace aspen
