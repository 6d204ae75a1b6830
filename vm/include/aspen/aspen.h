/* The C interface to Aspen, which aspen.hpp is built on: opaque handles and status codes.
 *
 * One thread at a time uses a VM; any thread may call aspen_interrupt and aspen_clear_interrupt, and use
 * mailboxes and completers. One process may have several VMs. Text is UTF-8 and is passed as a pointer and a
 * size in bytes.
 *
 * No function throws, and no error aborts the process:
 * - A null argument that must not be null, or an aspen_value that is not one, is ASPEN_MISUSE; the error
 *   names it. A function without a status then returns 0, null or ASPEN_NO_VALUE and does nothing else.
 *   Data that it would have taken over is passed to `free_data` in that case too.
 * - A call by a second thread while another one is inside the VM is ASPEN_MISUSE too; the error names the VM
 *   and the calls of both threads. A function without a status then returns 0, null or ASPEN_NO_VALUE. This
 *   check is no lock: the host has to serialise its calls, or one thread posts them to the other
 *   (aspen_post).
 * - If the system has no memory, a call returns ASPEN_OUT_OF_MEMORY, null or ASPEN_NO_VALUE, and the VM stays
 *   usable. A running script gets the error MemoryLimit, which it may catch.
 *
 * The libraries define `operator new` and `operator delete` over mimalloc, which throw std::bad_alloc. They
 * are weak symbols: a host that defines its own keeps its own.
 *
 * An aspen_value is plain data. Inside aspen_within and inside functions that scripts call, it stays valid as
 * long as it is in a local variable, because the collector scans the native stack. Anywhere else, keep it in
 * an aspen_root. */
#ifndef ASPEN_ASPEN_H
#define ASPEN_ASPEN_H
/* NOLINTBEGIN(readability-identifier-naming): names as C libraries write them */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct aspen_vm aspen_vm;
typedef struct aspen_program aspen_program;
typedef struct aspen_root aspen_root;
typedef struct aspen_error aspen_error;
typedef struct aspen_future aspen_future;
typedef struct aspen_context aspen_context;     /* of one call of a host's function */
typedef struct aspen_host_type aspen_host_type; /* lives as long as its VM */
typedef uint64_t aspen_value;

/* Not a value: the result of a function that failed. */
#define ASPEN_NO_VALUE UINT64_C(0xfffd000000000001)

typedef enum aspen_status {
  ASPEN_OK = 0,
  ASPEN_COMPILE_ERROR, /* the source has mistakes; nothing ran */
  ASPEN_SCRIPT_ERROR,  /* an error that the script did not catch */
  ASPEN_TYPE_ERROR,    /* a value does not fit the host's type, or there is no such name */
  ASPEN_MISUSE,        /* the host broke a rule of this interface */
  ASPEN_EXIT,          /* the script called `exit` */
  ASPEN_INTERRUPTED,   /* by aspen_interrupt */
  ASPEN_OUT_OF_FUEL,   /* the limit on calls and loop steps */
  ASPEN_OUT_OF_MEMORY, /* the limit on the heap, or the system has no memory */
  ASPEN_OUT_OF_TIME,   /* the limit on time */
  ASPEN_OUT_OF_TASKS   /* the limit on tasks */
} aspen_status;

typedef enum aspen_type {
  ASPEN_UNIT,
  ASPEN_BOOL,
  ASPEN_INT,
  ASPEN_FLOAT,
  ASPEN_STRING,
  ASPEN_BYTES,
  ASPEN_LIST,
  ASPEN_TUPLE,
  ASPEN_RECORD,
  ASPEN_DICT,
  ASPEN_LABEL,
  ASPEN_FUNCTION,
  ASPEN_RANGE,
  ASPEN_OTHER
} aspen_type;

/* What a function may do to the world. Calls that write keep their order, and that between them and calls
 * that read. Reads have no order among themselves, and may begin before it is known whether the program comes
 * to them: after a `break`, or after an error. So a read must change nothing, and may be made in vain. */
typedef enum aspen_effect { ASPEN_PURE, ASPEN_READ, ASPEN_WRITE } aspen_effect;

/* What scripts may do to the world around their VM. A call without the capability raises Denied. */
typedef enum aspen_capability {
  ASPEN_FS_READ = 1,  /* look at files and directories; import modules */
  ASPEN_FS_WRITE = 2, /* make, change and remove them */
  ASPEN_NET = 4,      /* sockets, host name lookup, HTTP */
  ASPEN_PROCESS = 8,  /* other programs, signals, the working directory */
  ASPEN_ENV = 16,     /* environment variables */
  ASPEN_TIME = 32,    /* clocks and time zones */
  ASPEN_RANDOM = 64,  /* the system's entropy */
  ASPEN_INPUT = 128,  /* the host's standard input */
  ASPEN_ALL_CAPABILITIES = 255
} aspen_capability;

/* Receives `size` bytes of UTF-8, valid until it returns. They may be a part of a longer text, and no NUL
 * follows them. It must not throw, and does not use the VM. */
typedef void (*aspen_sink)(void* context, const char* text, size_t size);

/* One question of a compilation to the host, which answers it before its loader returns. */
typedef struct aspen_import aspen_import;
/* Gives the text of the module that a script imports as `path`, by aspen_give_module: `use "./round"` in
 * "game/main.asp" asks for "game/round.asp". `..` stays at the front only. Called within aspen_compile and
 * aspen_compile_file, once for each module of a program. It must not throw, and other functions that use the
 * VM refuse to run meanwhile. */
typedef void (*aspen_loader)(void* context, const char* path, aspen_import* import);

/* Fill it with zeros, set struct_size to sizeof(aspen_options), then set the members that you need. */
typedef struct aspen_options {
  size_t struct_size;
  size_t heap_bytes;            /* 0: no limit */
  size_t stack_bytes;           /* 0: the default, 256 MiB */
  uint64_t fuel;                /* calls and loop steps of each aspen_run and aspen_call; 0: no limit */
  uint64_t hash_seed;           /* 0: random */
  aspen_sink out;               /* gets each text that a script prints, at once; null: standard output */
  aspen_sink err;               /* likewise; null: standard error */
  void* context;                /* passed to out, err, overdue and load */
  const char* const* arguments; /* the script's `args`: texts that end in NUL; copied */
  size_t argument_count;
  uint32_t
      capabilities; /* of aspen_capability, what scripts may do; 0: nothing but call the host's functions */
  const char* const*
      readable; /* directories that may be read, with all below, without ASPEN_FS_READ; copied */
  size_t readable_count;
  const char* const* writable; /* likewise, without ASPEN_FS_WRITE */
  size_t writable_count;
  uint64_t
      wall_ns; /* that each aspen_run, aspen_call and started call may take, waiting included; 0: no limit */
  uint32_t tasks;            /* live tasks of each of these, besides its own; 0: no limit */
  uint32_t task_priorities;  /* 1: ready tasks run by their priorities (task.spawn_with, call options) */
  uint32_t blocking_threads; /* for calls of scripts that block, such as those on files; 0: 64 */
  uint32_t queue_capacity;   /* ready tasks that are found first, 2 to 256; others queue after them; 0: 256 */
  uint64_t shutdown_deadline_ns; /* of aspen_vm_free: if calls that block have not come back by then,
                                  * `overdue` is called once, on another thread; 0: never */
  aspen_sink overdue; /* told what still runs, with `context`; aspen_vm_free waits on. Null: never called */
  aspen_loader load;  /* gives the modules that scripts import, whatever their capabilities; null: they are
                       * files, and a script imports those that it may read */
} aspen_options;

/* The text of the module, in UTF-8, which is copied. The last answer counts. */
void aspen_give_module(aspen_import* import, const char* text, size_t size);
/* There is no such module, and no answer says so as well. The message of the import shows `reason`; null: it
 * says that there is none. */
void aspen_refuse_module(aspen_import* import, const char* reason);

/* ---- Machines and programs. `error`, if not null, receives null or an error that the caller frees. */

/* Makes a VM, which the caller frees by aspen_vm_free. ASPEN_MISUSE if `options` is null or an option is not
 * valid: the error names the member and says what is wrong with it.
 * ASPEN_OUT_OF_MEMORY if there is no memory, or if the system refuses to create the thread that the limit on
 * time needs. */
aspen_status aspen_vm_create(const aspen_options* options, aspen_vm** vm, aspen_error** error);
/* Likewise; null instead of an error. */
aspen_vm* aspen_vm_new(const aspen_options* options);
/* Roots and programs may outlive the VM; they are then unusable, but must still be freed. Returns 1. While a
 * thread is inside the VM, for example when a function that a script called calls this, the VM stays, with
 * what its options refer to: this writes so to standard error, and returns 0. Functions that free the host's
 * data during this call cannot use the VM. */
int aspen_vm_free(aspen_vm* vm);
/* Stops what aspen_run, aspen_call or aspen_future_get waits for; else all started calls, as soon as one of
 * these or aspen_poll is called; else, if there are none, the next run or call. They end in an error that no
 * script can catch. Any thread and any signal handler may call this. */
void aspen_interrupt(aspen_vm* vm);
/* Takes back an interrupt that has not stopped anything yet. Returns 1 if there was one. Any thread may call
 * this, for example before a run that an earlier interrupt must not stop. */
int aspen_clear_interrupt(aspen_vm* vm);

/* Compiles UTF-8 text, which is copied. Messages name the source `name`, and relative imports start from it.
 * The caller frees *program. ASPEN_COMPILE_ERROR if there are mistakes; aspen_error_report has all of them.
 */
aspen_status aspen_compile(aspen_vm* vm, const char* text, size_t size, const char* name,
                           aspen_program** program, aspen_error** error);
/* Likewise for the file at `path`. ASPEN_COMPILE_ERROR also if it cannot be read. This needs no capability;
 * its imports do. */
aspen_status aspen_compile_file(aspen_vm* vm, const char* path, aspen_program** program, aspen_error** error);
/* Null has no effect. Any time, also after the VM has ended. */
void aspen_program_free(aspen_program* program);
/* Runs the program's top level, each time from the beginning. If it ends without an error, aspen_get finds
 * the names that it defines. ASPEN_MISUSE if another VM has compiled the program, or inside a function that a
 * script called. */
aspen_status aspen_run(aspen_vm* vm, const aspen_program* program, aspen_error** error);

/* The value of a top-level name; the program that ran last is searched first. */
aspen_status aspen_get(aspen_vm* vm, const char* name, aspen_value* value, aspen_error** error);
/* Defines a name for the programs that are compiled from now on. */
aspen_status aspen_set(aspen_vm* vm, const char* name, aspen_value value, aspen_error** error);
/* Calls a function and waits for its end. Pass unit to a function without parameters. At most 250 arguments.
 * ASPEN_MISUSE inside a function that a script called. */
aspen_status aspen_call(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                        aspen_value* result, aspen_error** error);

/* ---- Calls that run while the host does something else; a host with its own event loop polls in it. Only
 * the thread that uses the VM may call these functions; the `wake` of aspen_on_wakeup may run on any. */

/* Starts a call as a program of its own: its effects are ordered among themselves, but not with those of
 * other calls, and each limit applies to it alone. It runs in aspen_poll and aspen_future_get, and during
 * aspen_run and aspen_call. *future starts with one owner. ASPEN_OUT_OF_MEMORY also if the system refuses to
 * create the thread that watches the clock.
 * A function that a script called may call this, too. Then the call belongs to that of the script: it takes
 * its fuel and its tasks from what that has left, ends with the time of that at the latest, and is cancelled
 * if that is cancelled while the function's own call has not ended (aspen_async_function). */
aspen_status aspen_start(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                         aspen_future** future, aspen_error** error);

/* What a host asks for one call. Fill it with zeros, set struct_size to sizeof(aspen_call_options), then set
 * the members that you need. */
typedef struct aspen_call_options {
  size_t struct_size;
  uint64_t wall_ns; /* that the call and its tasks may take, waiting included; then all of them end, and the
                     * call in ASPEN_OUT_OF_TIME; the VM's wall_ns applies, too; 0: that alone */
  int32_t priority; /* of the call and of the tasks that it spawns, if task_priorities is 1 */
} aspen_call_options;

/* aspen_start, with a time or a priority of its own. */
aspen_status aspen_start_with(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                              const aspen_call_options* options, aspen_future** future, aspen_error** error);
/* Runs ready work until none is left, for about `budget_ns` at most whatever scripts do (0: briefly), and
 * then to the end of a running call of the library, or of a collection. Does not block. Returns 1 if any
 * started call has not ended. In a function that a script called, it returns 0 and runs nothing. */
int aspen_poll(aspen_vm* vm, uint64_t budget_ns);
/* Blocks until aspen_poll has something to do, for `timeout_ns` at most. Returns at once inside a function
 * that a script called; perhaps also if no call was started, and there is neither a wake-up nor a mailbox. */
void aspen_wait(aspen_vm* vm, uint64_t timeout_ns);
/* Calls `wake(data)` when aspen_poll has something to do: once between two polls, on any thread, immediately
 * if there is something already. It may come late, after a poll has found the work. Poll then, too: there is
 * no other call before that. No lock is held during the call. On the thread that uses the VM, `wake` may use
 * the VM; on another, only aspen_on_wakeup and what any thread may call. A later call of this replaces
 * `wake`; null removes it. After that returns, or the VM has ended, no other thread is in the old `wake`, and
 * `free_data`, which may be null, has been called. If `wake` itself calls this, `free_data` is called when
 * `wake` returns. It must return quickly, as it may run on the thread that watches the time limits of all VMs
 * of the process; an exception of it is written to standard error. ASPEN_OUT_OF_MEMORY as for aspen_start.
 * ASPEN_MISUSE while another thread is inside the VM. */
aspen_status aspen_on_wakeup(aspen_vm* vm, void (*wake)(void* data), void* data,
                             void (*free_data)(void* data));

/* Lets other threads reach the thread that uses the VM. Reference-counted; any thread may use it. It
 * may outlive the VM. */
typedef struct aspen_mailbox aspen_mailbox;
/* Starts with one owner. By the thread that uses the VM. Null if there is no memory, if the system refuses
 * the thread for the clock, or while another thread is inside the VM. */
aspen_mailbox* aspen_mailbox_new(aspen_vm* vm);
/* The thread that uses the VM will call `act(data)`: in its next aspen_poll, for which `wake` is called, or
 * soon if it is in aspen_run, aspen_call or aspen_future_get. Posts of one thread keep their order. `act` may
 * do what a function that a script called may: start and cancel calls, make values. It must not throw.
 * `free_data`, which may be null, is called once: on the thread that uses the VM, or on the one that posts.
 * Returns 0 if the VM is gone or there is no memory: `act` will not be called then. */
int aspen_post(aspen_mailbox* mailbox, void (*act)(void* data), void* data, void (*free_data)(void* data));
void aspen_mailbox_retain(aspen_mailbox* mailbox);
void aspen_mailbox_release(aspen_mailbox* mailbox);

/* Whether the call has ended; 1 also if its VM is gone. */
int aspen_future_ready(const aspen_future* future);
/* The thread that uses the VM will call `ready(data)` once, when the call has ended: in its next aspen_poll,
 * for which `wake` is called, or soon if it is in aspen_run, aspen_call or aspen_future_get. It calls it
 * immediately if the call has ended or the VM is gone, and when the VM ends at the latest. `ready` may do
 * what a function that a script called may: start and cancel calls, make values, ask for the result. What it
 * starts belongs to the script's call for which `future` was started (aspen_start). An exception of `ready`
 * is written to standard error. `free_data`, which may be null, is called after it, or if an error is
 * returned: ASPEN_MISUSE if another thread is inside the VM. */
aspen_status aspen_future_on_ready(aspen_future* future, void (*ready)(void* data), void* data,
                                   void (*free_data)(void* data), aspen_error** error);
/* The result that aspen_call would give. Polls and waits until the call has ended; if nothing can end it any
 * more, it ends in Deadlock. ASPEN_MISUSE if the VM is gone, or if a function that a script called asks for a
 * call that has not ended. */
aspen_status aspen_future_get(aspen_future* future, aspen_value* result, aspen_error** error);
/* Raises Cancelled where the call waits or at its next check; it may catch it. No effect after its end. */
void aspen_future_cancel(aspen_future* future);
aspen_vm* aspen_future_vm(const aspen_future* future); /* null once the VM is gone */
void aspen_future_retain(aspen_future* future);
/* When the last owner releases it, the call continues, and its result will be dropped. If aspen_future_get
 * has not asked for it, an error other than Cancelled goes to `err` of the options. */
void aspen_future_release(aspen_future* future);

/* Writes a line for each task of all calls, indented below the task that has spawned it: its function, its
 * position, what it waits for, for how long, and the number of its strands. Fibers follow. After 1,000 lines
 * it writes the number of tasks that are left out. `sink` is called once, and does not use the VM. By the
 * thread that uses the VM: between polls, or from a function that a script called; another thread posts it
 * (aspen_post). Does nothing if there is no memory, or while another thread is inside the VM. */
void aspen_dump_tasks(aspen_vm* vm, aspen_sink sink, void* context);

typedef struct aspen_statistics {
  uint64_t collections;
  uint64_t bytes_allocated; /* since the VM was made */
  size_t bytes_used;        /* now, garbage included */
} aspen_statistics;
/* Collects garbage now. Does nothing while another thread is inside the VM. */
void aspen_collect(aspen_vm* vm);
/* All zero while another thread is inside the VM. */
aspen_statistics aspen_get_statistics(const aspen_vm* vm);

/* ---- Errors. Texts live as long as the error, which may outlive its VM. A null error has the text "" and
 * the status ASPEN_OK. Any thread may call these functions, except aspen_error_value. */

aspen_status aspen_error_status(const aspen_error* error);
/* One line: "TypeError: …", "error: …". */
const char* aspen_error_message(const aspen_error* error);
/* With the quoted source, hints and the chain of calls. */
const char* aspen_error_report(const aspen_error* error);
int aspen_error_exit_code(const aspen_error* error); /* of ASPEN_EXIT */
/* The name of the label that the script has raised: "TypeError", or "Denied" after `error (Denied 5)`. "" if
 * it has raised something else, such as a String, and for every status but ASPEN_SCRIPT_ERROR and
 * ASPEN_OUT_OF_MEMORY. */
const char* aspen_error_label(const aspen_error* error);
/* The value that the script has raised, which `try` would have caught: a label with its payload, or any other
 * value. It stays valid as long as the error, and counts for heap_bytes as long. By the thread that uses the
 * VM. ASPEN_NO_VALUE if the script has raised nothing, if there was no memory, and once the VM is gone. */
aspen_value aspen_error_value(const aspen_error* error);
/* The VM of the value; null if there is no value, and once the VM is gone. */
aspen_vm* aspen_error_vm(const aspen_error* error);
void aspen_error_free(aspen_error* error);

/* ---- Keeping values. */

/* Calls `body(data)`, in which values in local variables are safe. ASPEN_MISUSE if another thread is inside
 * the VM: `body` is not called then. */
aspen_status aspen_within(aspen_vm* vm, void (*body)(void* data), void* data);
/* Likewise, for an interface that is built on this one. The error names `call`, a text that lives as long as
 * the VM, as the call that has failed; so do the errors of other threads while this one is inside. */
aspen_status aspen_within_call(aspen_vm* vm, const char* call, void (*body)(void* data), void* data,
                               aspen_error** error);

/* Keeps a value alive. A root starts with one owner. Null if there is no memory. Only the thread that uses
 * the VM may make, retain, read and release a root; that is not checked. */
aspen_root* aspen_root_new(aspen_vm* vm, aspen_value value);
void aspen_root_retain(aspen_root* root);
void aspen_root_release(aspen_root* root);
/* ASPEN_NO_VALUE once the VM is gone. */
aspen_value aspen_root_get(const aspen_root* root);
aspen_vm* aspen_root_vm(const aspen_root* root); /* null once the VM is gone */

/* ---- Reading values. A function that returns int returns 0 if the value is of another type. */

aspen_type aspen_type_of(aspen_value value);
int aspen_to_bool(aspen_value value, int* out);
int aspen_to_int(aspen_value value, int64_t* out);   /* 0 also for an Int of more than 64 bits */
int aspen_to_uint(aspen_value value, uint64_t* out); /* likewise, and 0 for a negative Int */
/* An Int or a Float; 0 also for an Int beyond the largest double. */
int aspen_to_double(aspen_value value, double* out);
/* Of a String or Bytes; the text lives as long as the value. */
int aspen_to_text(aspen_value value, const char** text, size_t* size);
/* The number of elements of a List, Tuple, Dict or Record; 0 for any other value. */
size_t aspen_size(aspen_value value);
/* The element of a List or Tuple; ASPEN_NO_VALUE if there is none at the index, and for any other value. */
aspen_value aspen_item(aspen_value value, size_t index);
/* Iterates over a Dict in its order: *position starts at 0. Returns 0 at the end. */
int aspen_next_entry(aspen_value dict, size_t* position, aspen_value* key, aspen_value* value);
/* The field of a Record by name, or by index. Names live as long as the VM. */
int aspen_field(const aspen_vm* vm, aspen_value record, const char* name, size_t size, aspen_value* value);
int aspen_field_at(const aspen_vm* vm, aspen_value record, size_t index, const char** name, size_t* size,
                   aspen_value* value);
/* A Label's name; *payload is ASPEN_NO_VALUE if it has none. */
int aspen_to_label(const aspen_vm* vm, aspen_value label, const char** name, size_t* size,
                   aspen_value* payload);
/* The name of the value's type in the language, such as "Int", or the name of the host's type. */
const char* aspen_type_name(aspen_value value);
/* Passes what `print` would write, or what `show` returns, to `sink(context, …)`. */
void aspen_print_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context);
void aspen_show_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context);

/* An object of a host's type: its type (null if it is none), and the pointer that aspen_make_object got. An
 * object that is a value changes only by aspen_own_argument; one of a shared type may change any time. */
const aspen_host_type* aspen_host_type_of(aspen_value value);
void* aspen_object(aspen_value value);

/* ---- Making values, inside aspen_within or inside a function that a script called. ASPEN_NO_VALUE if there
 * is no memory. */

/* Why a function that makes a value has returned ASPEN_NO_VALUE: 1 if there was no memory for one since the
 * last call of this, also because of heap_bytes. */
int aspen_take_memory_refusal(aspen_vm* vm);

aspen_value aspen_make_unit(void);
aspen_value aspen_make_bool(int value);
aspen_value aspen_make_int(aspen_vm* vm, int64_t value);
aspen_value aspen_make_uint(aspen_vm* vm, uint64_t value);
aspen_value aspen_make_double(double value);
/* ASPEN_NO_VALUE if the text is not valid UTF-8. */
aspen_value aspen_make_string(aspen_vm* vm, const char* text, size_t size);
aspen_value aspen_make_bytes(aspen_vm* vm, const void* bytes, size_t size);
aspen_value aspen_make_list(aspen_vm* vm, size_t capacity);
aspen_value aspen_make_dict(aspen_vm* vm, size_t capacity);
/* For a list or dict that was just made and that no script or root refers to yet. 0 if there is no memory. */
int aspen_push(aspen_vm* vm, aspen_value list, aspen_value item);
int aspen_insert(aspen_vm* vm, aspen_value dict, aspen_value key, aspen_value value);
aspen_value aspen_make_tuple(aspen_vm* vm, const aspen_value* items, size_t count);
/* Names are NUL-terminated and distinct. */
aspen_value aspen_make_record(aspen_vm* vm, const char* const* names, const aspen_value* values,
                              size_t count);
/* A `payload` of ASPEN_NO_VALUE makes a label without a payload. */
aspen_value aspen_make_label(aspen_vm* vm, const char* name, aspen_value payload);

/* Takes over an object of the type; if this fails, the object is destroyed. A call from a script then ends in
 * MemoryLimit. */
aspen_value aspen_make_object(aspen_vm* vm, const aspen_host_type* type, void* object);

/* ---- Types of the host's. Each is a module of functions with the type's name in lower case ("GameObject":
 * game_object). A type with the name "host.Sprite" has its module inside the module `host`. */

/* The code of a type reports an error here: the script's operation ends in an error with this text, which is
 * copied, and the result of the code is ignored. A second report replaces the first. */
typedef struct aspen_failure aspen_failure;
void aspen_report_failure(aspen_failure* failure, const char* text, size_t size);

/* The result of comparing two objects. */
typedef enum aspen_order { ASPEN_LESS, ASPEN_EQUAL, ASPEN_GREATER, ASPEN_UNORDERED } aspen_order;

/* None of these functions throws or runs scripts. Any thread that runs or frees the VM may call `destroy`,
 * while a collection ends; `destroy` may release roots and futures, and does nothing else with the VM. */
typedef struct aspen_type_definition {
  size_t struct_size;
  const char* name; /* "Sprite", or "host.Sprite" in a module; copied */
  const void* key;  /* for aspen_find_type; the host's choice; may be null */
  size_t bytes;     /* size of an object, which counts for heap_bytes */
  int is_shared;    /* 0: objects are values. 1: they have identity (aspen_share_type) */
  void (*destroy)(void* object);
  void* (*copy)(void* data, const void* object, aspen_failure* failure); /* may be null if is_shared */
  /* For objects that are values. If null, they cannot be compared, be keys of dicts, or be ordered. */
  int (*equal)(void* data, const void* a, const void* b, aspen_failure* failure);
  uint64_t (*hash)(void* data, const void* object, aspen_failure* failure); /* equal objects hash alike */
  aspen_order (*order)(void* data, const void* a, const void* b, aspen_failure* failure);
  /* The text that `show` gives, in UTF-8. If null: "<Sprite>". */
  void (*show)(void* data, const void* object, aspen_sink sink, void* context, aspen_failure* failure);
  /* May be null. The bytes that the object has allocated itself, which count for heap_bytes. Called when an
   * object is made or copied, and after each call in which aspen_own_argument or a function with the effect
   * write got it. */
  size_t (*memory)(void* data, const void* object);
  void* data; /* passed to all of these but `destroy` */
  void (*free_data)(
      void* data); /* may be null; called once, when the VM ends or if aspen_define_type fails */
} aspen_type_definition;

/* ASPEN_MISUSE if another type has the name or the key, or something else has the module's name. */
aspen_status aspen_define_type(aspen_vm* vm, const aspen_type_definition* definition, aspen_host_type** type,
                               aspen_error** error);
/* Null if no type of this VM has the key. Any thread may call this. */
aspen_host_type* aspen_find_type(aspen_vm* vm, const void* key);
/* From now on objects have identity: all holders of an object see its changes, `==` compares identities, and
 * each use is an effect. ASPEN_MISUSE unless aspen_type_is_open. */
aspen_status aspen_share_type(aspen_host_type* type, aspen_error** error);
/* Whether the type can still get fields or become shared: until its first object is made or a program is
 * compiled. Methods may be added later. */
int aspen_type_is_open(const aspen_host_type* type);
int aspen_type_is_shared(const aspen_host_type* type);
const char* aspen_host_type_name(const aspen_host_type* type); /* "Sprite" */
aspen_vm* aspen_host_type_vm(const aspen_host_type* type);
const void* aspen_host_type_key(const aspen_host_type* type);
void* aspen_host_type_data(const aspen_host_type* type);

/* What a function of a type's module does with its last argument, an object of the type. */
typedef enum aspen_member {
  ASPEN_NO_MEMBER, /* neither of the others */
  ASPEN_MAKES,     /* takes no object, returns a new one. Named "new", it is what calling the module does */
  ASPEN_READS,
  ASPEN_CHANGES /* by aspen_own_argument; `keeps` includes the argument */
} aspen_member;

/* ---- Functions for scripts. */

/* Returns a value, or the result of aspen_raise, aspen_raise_value or aspen_argument_error, or ASPEN_NO_VALUE
 * if a function that is documented to end the call in an error has failed. It must not throw or run scripts.
 */
typedef aspen_value (*aspen_function)(aspen_context* context, void* data, const aspen_value* arguments);

/* A call that ends later. Reference-counted; any thread may use it. After the VM it does nothing. */
typedef struct aspen_completer aspen_completer;

/* Begins an operation that a script called, and returns unit, or the result of aspen_raise or
 * aspen_argument_error. The script's call ends when the completer is resolved or fails; until then the
 * program goes on where it can, and other calls run. This function owns the completer and always has to
 * release it. `arguments` is valid until it returns; objects of a host's type among them exist until the last
 * owner has released the completer, or the VM ends. It must not throw or run scripts. */
typedef aspen_value (*aspen_async_function)(aspen_context* context, void* data, const aspen_value* arguments,
                                            aspen_completer* completer);

typedef struct aspen_definition {
  size_t struct_size;
  const char* name;       /* "mean", or "host.mean" in a module; copied, as are the texts below */
  const char* parameters; /* "xs limit": one word for each argument, at least one; () for none */
  const char* doc;        /* may be null */
  size_t arity;           /* at most 30 */
  aspen_effect effect;
  uint32_t keeps; /* bit i: argument i may be kept as a root or be part of the result */
  aspen_function function;
  void* data;
  void (*free_data)(void* data); /* may be null; called once, when the VM ends or if aspen_define fails */
  aspen_async_function begin;    /* for calls that end later; `function` is null then */
  /* For a function in a type's module, else zero: `name` is its name in that module, `effect` a minimum. The
   * effect of a member is pure for a value, and read or write for a shared object. */
  aspen_host_type* type;
  aspen_member member;
  const char* field; /* not null: scripts call it as `object.field`, or `object.field = v` if it changes */
} aspen_definition;

/* Defines a function for the programs that are compiled from now on. */
aspen_status aspen_define(aspen_vm* vm, const aspen_definition* definition, aspen_error** error);

aspen_vm* aspen_context_vm(aspen_context* context);
/* Raises an error of the script with this text: a String. Bytes that are not UTF-8 become U+FFFD. */
aspen_value aspen_raise(aspen_context* context, const char* text, size_t size);
/* Likewise raises `Label { message: text }`, as the library does. A label begins with a capital letter. */
aspen_value aspen_raise_label(aspen_context* context, const char* label, const char* text, size_t size);
/* Raises a value, as `error value` does in a script: a label (aspen_make_label), or the value of an
 * aspen_error of this VM. */
aspen_value aspen_raise_value(aspen_context* context, aspen_value value);
/* Raises a TypeError that names the function, its parameter, the `expected` type ("a List") and the value
 * found. */
aspen_value aspen_argument_error(aspen_context* context, size_t index, const aspen_value* arguments,
                                 const char* expected);
/* For a function that changes an object: argument `index`, an object of the type, ready to be changed. A
 * value is first copied unless this is the only reference to it; *owned is the object to return. Null if the
 * copy failed: return ASPEN_NO_VALUE then. */
void* aspen_own_argument(aspen_context* context, const aspen_value* arguments, size_t index,
                         aspen_value* owned);
/* Pays fuel for `amount` units of work of the called function, each of about a nanosecond. 0 if the call has
 * to end, because the script is interrupted or cancelled, or has reached a limit: the function returns
 * ASPEN_NO_VALUE soon. A pure or reading function may then be called again. Long functions call this at least
 * every millisecond. */
int aspen_work(aspen_context* context, uint64_t amount);
/* Whether `bytes` more fit into the VM's `heap_bytes`: for a function that takes that much for an object or a
 * result. If it returns 0, the function returns ASPEN_NO_VALUE, and the call ends in MemoryLimit or, if the
 * function is pure or reads, may be made again. Nothing is reserved. */
int aspen_require_memory(aspen_context* context, size_t bytes);

/* ---- Ending calls later. The first of these functions ends the call and returns 1; later ones return 0 and
 * do nothing. So does the first one if a limit, an interrupt or a cancel has ended the call. */

/* The result of the call is what `make(context, data)` returns. The thread that runs the VM calls `make` like
 * an aspen_function, or not at all if the result is no longer needed. `free_data`, which may be null, is
 * called once, on any thread. */
int aspen_resolve(aspen_completer* completer, aspen_value (*make)(aspen_context* context, void* data),
                  void* data, void (*free_data)(void* data));
/* The call ends in an error of the script with this text (aspen_raise). */
int aspen_fail(aspen_completer* completer, const char* text, size_t size);
/* Calls `cancel(data)` once, on any thread, if the result is no longer needed because the waiting task was
 * cancelled or the VM ends; immediately if that has happened. Cancelling a task waits for a call in progress
 * that has the effect `write` and no `cancel`. One `cancel` for each completer: later ones are not called. */
void aspen_on_cancel(aspen_completer* completer, void (*cancel)(void* data), void* data,
                     void (*free_data)(void* data));
void aspen_completer_retain(aspen_completer* completer);
/* If the last owner releases it before the call has ended, the call fails. */
void aspen_completer_release(aspen_completer* completer);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */
#endif
