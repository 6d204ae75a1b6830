// Where paths lead, and which permissions they get.
#include "vm/run/permissions.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "stdlib/system/place.h"

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

TEST_F(PermissionsTest, PlacesAreReachedWithoutLinks) {
  constexpr int kFlags = O_PATH | O_DIRECTORY;
  for (const auto open : {open_without_links, walk_without_links}) {
    EXPECT_TRUE(open(at("a/b"), kFlags));
    EXPECT_TRUE(open("/", kFlags));
    EXPECT_FALSE(open(at("a/relative"), kFlags)) << "the last part is a link";
    EXPECT_FALSE(open(at("winding"), kFlags));
    EXPECT_FALSE(open(at("a/absolute/."), kFlags));
    EXPECT_FALSE(open(at("a/missing"), kFlags));
    EXPECT_EQ(errno, ENOENT);
  }
}

TEST_F(PermissionsTest, PlacesAreHeldFast) {
  Permissions some;
  some.grant_below(Capability::fs_read, at("a"));
  const FileAccess access(some, bit_of(Capability::fs_read));
  std::ofstream(here_ / "a/b/text") << "inside";
  std::ofstream(here_ / "c/text") << "outside";
  EXPECT_FALSE(access.to(at("a/relative/text")));
  EXPECT_EQ(errno, EACCES);
  EXPECT_FALSE(access.to(at("a/../c/text")));

  const Place place = access.to(at("a/b/text"));
  fs::rename(here_ / "a/b", here_ / "a/d");
  fs::create_symlink("../c", here_ / "a/b");
  struct stat found {};
  EXPECT_TRUE(place.look(found));
  EXPECT_EQ(found.st_size, 6) << "it is where it was";
  fs::remove(here_ / "a/d/text");
  fs::create_symlink("../../c/text", here_ / "a/d/text");
  EXPECT_FALSE(place.open(O_RDONLY)) << "a link that has taken its place is not followed";
  EXPECT_FALSE(place.look(found));
  EXPECT_FALSE(place.object());

  const Permissions all = Permissions::all();
  const FileAccess everywhere(all, bit_of(Capability::fs_read));
  EXPECT_TRUE(everywhere.to(at("a/relative/text")).open(O_RDONLY));
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

// An empty root would be above everything.
TEST_F(PermissionsTest, ADirectoryThatCannotBeResolvedGrantsNothing) {
  Permissions some;
  some.grant_below(Capability::fs_read, at("loop"));
  EXPECT_TRUE(some.is_limited(Capability::fs_read));
  EXPECT_FALSE(some.may_reach(Capability::fs_read, "/etc"));
  EXPECT_FALSE(some.may_reach(Capability::fs_read, at("a")));
  EXPECT_TRUE(some.names_towards_roots(Capability::fs_read, "/").empty());

  const auto before = std::filesystem::current_path();
  std::filesystem::create_directory(at("gone"));
  std::filesystem::current_path(at("gone"));
  std::filesystem::remove(at("gone"));
  Permissions relative;
  relative.grant_below(Capability::fs_read, "etc");
  EXPECT_EQ(resolve_path("etc"), "");
  EXPECT_FALSE(relative.may_reach(Capability::fs_read, "/etc"));
  std::filesystem::current_path(before);
}

TEST_F(PermissionsTest, TheRootHasEverything) {
  Permissions some;
  some.grant_below(Capability::fs_write, "/");
  EXPECT_TRUE(some.may_reach(Capability::fs_write, at("a")));
  EXPECT_TRUE(some.may_reach(Capability::fs_write, "/"));
}

}  // namespace
}  // namespace aspen
