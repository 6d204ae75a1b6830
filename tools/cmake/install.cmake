# Hosts link aspen::std; those that are not built with CMake ask pkg-config for `aspen`, which is the same. aspen::core is
# another name of it (stdlib/embed/README.md).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(aspen_std INTERFACE)
set_target_properties(aspen_std PROPERTIES EXPORT_NAME std)
target_link_libraries(aspen_std INTERFACE aspen_stdlib aspen_frontend aspen_vm)
add_library(aspen::std ALIAS aspen_std)
add_library(aspen_core INTERFACE)
set_target_properties(aspen_core PROPERTIES EXPORT_NAME core)
target_link_libraries(aspen_core INTERFACE aspen_std)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/aspen)
install(TARGETS aspen_core aspen_std aspen_sched aspen_vm aspen_frontend aspen_stdlib EXPORT aspen-targets)
install(EXPORT aspen-targets NAMESPACE aspen:: DESTINATION ${package})
install(DIRECTORY vm/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES stdlib/docs/hosts.md DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME embedding.md)
if(TARGET aspen)
  install(TARGETS aspen)
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/aspen-config.cmake @ONLY CONTENT
"include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(\${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake)
include(\${CMAKE_CURRENT_LIST_DIR}/aspen-targets.cmake)
")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/aspen-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/aspen-config.cmake ${PROJECT_BINARY_DIR}/aspen-config-version.cmake
  tools/cmake/dependencies.cmake DESTINATION ${package})

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/aspen.pc @ONLY CONTENT
"prefix=\${pcfiledir}/../..
Name: aspen
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Cflags: -I\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
Libs: -L\${prefix}/@CMAKE_INSTALL_LIBDIR@ -laspen_stdlib -laspen_frontend -laspen_vm -laspen_sched@ASPEN_LINKED_LIBRARIES@ -lstdc++ -lm -pthread -ldl
")
install(FILES ${PROJECT_BINARY_DIR}/aspen.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
