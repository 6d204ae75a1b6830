// Where paths lead, and what is granted of them.
#include "vm/permissions.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace aspen {
namespace {

namespace fs = std::filesystem;

class PermissionsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "aspen-permissions-XXXXXX").string();
    here_ = fs::canonical(mkdtemp(pattern.data()));
    fs::create_directories(here_ / "a/b");
    fs::create_directory(here_ / "c");
    fs::create_symlink("../c", here_ / "a/relative");
    fs::create_symlink(here_ / "c", here_ / "a/absolute");
    fs::create_symlink("loop", here_ / "loop");
    fs::create_symlink("a/relative/../a/b", here_ / "winding");
  }
  void TearDown() override { fs::remove_all(here_); }

  std::string at(const char* name) const { return (here_ / name).string(); }
  std::string resolved(const char* name) const { return resolve_path(at("") + name); }

  fs::path here_;
};

TEST_F(PermissionsTest, ResolvesAsTheSystemDoes) {
  EXPECT_EQ(resolved("a/b"), at("a/b"));
  EXPECT_EQ(resolved("a//./b/"), at("a/b"));
  EXPECT_EQ(resolved("a/../c"), at("c"));
  EXPECT_EQ(resolved("a/relative"), at("c"));
  EXPECT_EQ(resolved("a/relative/.."), here_.string()) << "above what the link leads to, not above the link";
  EXPECT_EQ(resolved("a/absolute/new/file"), at("c/new/file"));
  EXPECT_EQ(resolved("winding"), at("a/b"));
  EXPECT_EQ(resolved("loop"), "");
  EXPECT_EQ(resolve_path("/.."), "/");
  EXPECT_EQ(resolve_path("/"), "/");
  EXPECT_EQ(resolve_path("x"), (fs::current_path() / "x").string());
  EXPECT_EQ(resolve_path(""), fs::current_path().string());
}

TEST_F(PermissionsTest, GrantNothingAtFirst) {
  Permissions none;
  for (size_t i = 0; i < kCapabilityCount; ++i) {
    const auto capability = static_cast<Capability>(i);
    EXPECT_FALSE(none.has(capability)) << name_of(capability);
    EXPECT_TRUE(Permissions::all().is_everywhere(capability));
    EXPECT_EQ(capability_named(name_of(capability)), capability);
  }
  EXPECT_FALSE(none.may_reach(Capability::fs_read, "/"));
  EXPECT_EQ(capability_named("nothing"), std::nullopt);
}

TEST_F(PermissionsTest, HoldBelowDirectories) {
  Permissions some;
  some.grant_below(Capability::fs_read, at("a"));
  const auto may_read = [&](const char* name) { return some.may_reach(Capability::fs_read, at(name)); };
  EXPECT_TRUE(may_read("a"));
  EXPECT_TRUE(may_read("a/b/new"));
  EXPECT_FALSE(may_read("ab"));
  EXPECT_FALSE(may_read(""));
  EXPECT_FALSE(may_read("a/relative/file"));
  EXPECT_FALSE(may_read("loop"));
  EXPECT_FALSE(some.may_reach(Capability::fs_write, at("a")));
  some.grant_below(Capability::fs_read, at("a/absolute"));
  EXPECT_TRUE(may_read("a/relative/file")) << "the directory that the link led to";
  EXPECT_TRUE(may_read("a/b"));
  some.grant(Capability::fs_read);
  EXPECT_TRUE(may_read(""));
  some.grant_below(Capability::fs_read, at("a"));
  EXPECT_TRUE(may_read("")) << "takes nothing away";
  some.revoke(Capability::fs_read);
  EXPECT_FALSE(may_read("a"));
}

TEST_F(PermissionsTest, TheRootHasEverything) {
  Permissions some;
  some.grant_below(Capability::fs_write, "/");
  EXPECT_TRUE(some.may_reach(Capability::fs_write, at("a")));
  EXPECT_TRUE(some.may_reach(Capability::fs_write, "/"));
}

}  // namespace
}  // namespace aspen
