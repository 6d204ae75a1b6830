/* The C interface to Aspen, beneath aspen.hpp: opaque handles and status codes.
 *
 * A VM is used by one thread at a time, except for aspen_interrupt and completers. Several VMs live side by
 * side. Text is UTF-8 and given by pointer and size in bytes.
 *
 * No function throws, and no error aborts:
 * - Null for an argument that must not be null, or an aspen_value that is none, is ASPEN_MISUSE with an error
 *   that names the argument. A function that returns no status returns 0, null or ASPEN_NO_VALUE then, and
 *   does nothing. Data that it would have taken over is given to `free_data` all the same.
 * - So is a call by a second thread while another one is inside the VM; the error names the VM and the call
 *   that the other thread has made. What one thread at a time may do is not locked, only checked.
 * - If the system has no memory, a call ends in ASPEN_OUT_OF_MEMORY, null or ASPEN_NO_VALUE, and the VM is as
 *   usable as before. A script that runs gets an error MemoryLimit, which it may catch.
 *
 * The libraries bring `operator new` and `operator delete` over mimalloc, which throw std::bad_alloc, as weak
 * symbols: a host that defines its own keeps those.
 *
 * An aspen_value is plain data. It stays valid inside aspen_within and inside functions that scripts call, as
 * long as it lies in local variables (the collector scans the native stack). Anywhere else hold it by
 * aspen_root. */
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
typedef struct aspen_context aspen_context;     /* of the call of a host's function */
typedef struct aspen_host_type aspen_host_type; /* lives as long as its VM */
typedef uint64_t aspen_value;

/* Not a value: what functions return that failed. */
#define ASPEN_NO_VALUE UINT64_C(0xfffd000000000001)

typedef enum aspen_status {
  ASPEN_OK = 0,
  ASPEN_COMPILE_ERROR, /* the source has mistakes; nothing ran */
  ASPEN_SCRIPT_ERROR,  /* an error that the script did not catch */
  ASPEN_TYPE_ERROR,    /* a value that the host's type cannot hold, or a name that is not there */
  ASPEN_MISUSE,        /* the host broke a rule of this interface */
  ASPEN_EXIT,          /* the script called `exit` */
  ASPEN_INTERRUPTED,   /* aspen_interrupt */
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

/* What a function may do to the world; stronger effects keep their order. */
typedef enum aspen_effect { ASPEN_PURE, ASPEN_READ, ASPEN_WRITE } aspen_effect;

/* What scripts may do to the world around their VM. Without it, such a call raises Denied. */
typedef enum aspen_capability {
  ASPEN_FS_READ = 1,  /* look at files and directories; import modules */
  ASPEN_FS_WRITE = 2, /* make, change and remove them */
  ASPEN_NET = 4,      /* sockets, names of hosts, HTTP */
  ASPEN_PROCESS = 8,  /* other programs, signals, the working directory */
  ASPEN_ENV = 16,     /* environment variables */
  ASPEN_TIME = 32,    /* clocks and time zones */
  ASPEN_RANDOM = 64,  /* the system's entropy */
  ASPEN_INPUT = 128,  /* the host's standard input */
  ASPEN_ALL_CAPABILITIES = 255
} aspen_capability;

typedef void (*aspen_sink)(void* context, const char* text, size_t size);

/* Fill with zeros, set struct_size to sizeof(aspen_options), then what matters. */
typedef struct aspen_options {
  size_t struct_size;
  size_t heap_bytes;            /* 0: no limit */
  size_t stack_bytes;           /* 0: the default, 256 MiB */
  uint64_t fuel;                /* calls and loop steps of each aspen_run and aspen_call; 0: no limit */
  uint64_t hash_seed;           /* 0: random */
  aspen_sink out;               /* null: standard output */
  aspen_sink err;               /* null: standard error */
  void* context;                /* given to out and err */
  const char* const* arguments; /* what scripts see as `args`; copied */
  size_t argument_count;
  uint32_t
      capabilities; /* of aspen_capability, what scripts may do; 0: nothing but call the host's functions */
  const char* const*
      readable; /* directories that may be read, with all below, without ASPEN_FS_READ; copied */
  size_t readable_count;
  const char* const* writable; /* the same for ASPEN_FS_WRITE */
  size_t writable_count;
  uint64_t
      wall_ns; /* that each aspen_run, aspen_call and started call may take, waiting included; 0: no limit */
  uint32_t tasks;           /* that each of these may have at a time, besides its own; 0: no limit */
  uint32_t task_priorities; /* 1: ready tasks run by priority (task.spawn_with), not by age */
} aspen_options;

/* ---- Machines and programs. `error`, where not null, receives an error that the caller frees, or null. */

/* Null if the options cannot be used, there is no memory, or the system refuses the thread that a limit on
 * time takes. */
aspen_vm* aspen_vm_new(const aspen_options* options);
/* Roots and programs may outlive the VM; they are of no use then, but must still be freed. Does nothing while
 * a thread is inside the VM, as in a function that a script called. */
void aspen_vm_free(aspen_vm* vm);
/* Stops what runs, or, if nothing does, what runs next, with an error no script can catch. From any thread
 * and from signal handlers. */
void aspen_interrupt(aspen_vm* vm);

/* `name` stands for the source in messages and is where relative imports start from. */
aspen_status aspen_compile(aspen_vm* vm, const char* text, size_t size, const char* name,
                           aspen_program** program, aspen_error** error);
aspen_status aspen_compile_file(aspen_vm* vm, const char* path, aspen_program** program, aspen_error** error);
void aspen_program_free(aspen_program* program);
/* Runs the program's top level, each time from the beginning. If it ends without an error, its names can be
 * asked for. */
aspen_status aspen_run(aspen_vm* vm, const aspen_program* program, aspen_error** error);

/* The value of a top-level name of the programs that ran, the latest first. */
aspen_status aspen_get(aspen_vm* vm, const char* name, aspen_value* value, aspen_error** error);
/* Makes a name known to the programs that are compiled from now on. */
aspen_status aspen_set(aspen_vm* vm, const char* name, aspen_value value, aspen_error** error);
/* Not from a function that a script called: ASPEN_MISUSE. A function without parameters takes unit. At most
 * 250 arguments. */
aspen_status aspen_call(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                        aspen_value* result, aspen_error** error);

/* ---- Calls that go on while the host does something else. A host with a loop of its own polls in it. All of
 * this is for the thread that uses the VM, but that it may be told on any when to poll. */

/* Begins a call, as a program of its own: its effects are ordered among themselves, those of several calls
 * are not; all limits hold for it alone. It goes on in aspen_poll, aspen_future_get, and beside aspen_run and
 * aspen_call. Also from a function that a script called. *future has one owner. ASPEN_OUT_OF_MEMORY also if
 * the system refuses the thread that looks at the clock. */
aspen_status aspen_start(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                         aspen_future** future, aspen_error** error);
/* Runs what is ready until nothing is, for about so long at most, whatever scripts do (0: for a moment). It
 * does not wait. 1 if any started call is under way. Not from a function that a script called: 0, and nothing
 * runs. */
int aspen_poll(aspen_vm* vm, uint64_t budget_ns);
/* Waits until aspen_poll has something to do, but no longer than that. */
void aspen_wait(aspen_vm* vm, uint64_t timeout_ns);
/* `wake(data)` is called when aspen_poll has something to do: once between two polls, on any thread, at once
 * if that is so already. No lock is held meanwhile. A `wake` that runs on the thread which uses the VM may
 * use it; on another one it may call what any thread may, and aspen_on_wakeup. A second one takes the place
 * of the first, a null one ends it. Once that has returned, as when the VM has ended, no `wake` is going on
 * on another thread, and `free_data`, which may be null, has been called; after a call from inside `wake`, it
 * is called when that returns. ASPEN_OUT_OF_MEMORY as for aspen_start. */
aspen_status aspen_on_wakeup(aspen_vm* vm, void (*wake)(void* data), void* data,
                             void (*free_data)(void* data));

/* By which other threads reach the one that uses the VM. Counted, and used by any thread; may outlive the VM.
 */
typedef struct aspen_mailbox aspen_mailbox;
/* Has one owner. Null if there is no memory, or the system refuses the thread that looks at the clock. */
aspen_mailbox* aspen_mailbox_new(aspen_vm* vm);
/* Has `act(data)` called by the thread that uses the VM: in its next aspen_poll, of which aspen_on_wakeup
 * tells, or soon, if it is in aspen_run, aspen_call or aspen_future_get. Those of one thread in their order.
 * It may do what a function may that a script has called: start calls, cancel them, make values. It does not
 * throw. `free_data`, which may be null, is called once, on that thread or on this one. 0 if the VM is gone,
 * or there is no memory: it is not called. */
int aspen_post(aspen_mailbox* mailbox, void (*act)(void* data), void* data, void (*free_data)(void* data));
void aspen_mailbox_retain(aspen_mailbox* mailbox);
void aspen_mailbox_release(aspen_mailbox* mailbox);

/* Whether the call has ended; also if its VM is gone. */
int aspen_future_ready(const aspen_future* future);
/* What aspen_call would give. Polls, and waits, until the call has ended; if nothing can end it any more, it
 * ends in Deadlock. ASPEN_MISUSE if the VM is gone, or from a function that a script called, if the call has
 * not ended. */
aspen_status aspen_future_get(aspen_future* future, aspen_value* result, aspen_error** error);
/* Raises Cancelled where the call waits or next looks; it may catch that. Does nothing if it has ended. */
void aspen_future_cancel(aspen_future* future);
aspen_vm* aspen_future_vm(const aspen_future* future); /* null once it is gone */
void aspen_future_retain(aspen_future* future);
/* By the last owner: nobody learns how the call ends. It goes on. */
void aspen_future_release(aspen_future* future);

typedef struct aspen_statistics {
  uint64_t collections;
  uint64_t bytes_allocated; /* since the beginning */
  size_t bytes_used;        /* now, garbage included */
} aspen_statistics;
void aspen_collect(aspen_vm* vm);
aspen_statistics aspen_get_statistics(const aspen_vm* vm);

/* ---- Errors. Texts live as long as the error. Of a null error they are "", and its status is ASPEN_OK. */

aspen_status aspen_error_status(const aspen_error* error);
/* One line: "TypeError: …", "error: …". */
const char* aspen_error_message(const aspen_error* error);
/* With the source quoted, hints and the calls that led there. */
const char* aspen_error_report(const aspen_error* error);
int aspen_error_exit_code(const aspen_error* error); /* of ASPEN_EXIT */
void aspen_error_free(aspen_error* error);

/* ---- Keeping values. */

/* Calls `body(data)`, in which values in local variables are safe. */
void aspen_within(aspen_vm* vm, void (*body)(void* data), void* data);

/* Keeps a value alive; a root starts with one owner. Null if there is no memory. */
aspen_root* aspen_root_new(aspen_vm* vm, aspen_value value);
void aspen_root_retain(aspen_root* root);
void aspen_root_release(aspen_root* root);
/* ASPEN_NO_VALUE once the VM is gone. */
aspen_value aspen_root_get(const aspen_root* root);
aspen_vm* aspen_root_vm(const aspen_root* root); /* null once it is gone */

/* ---- Reading values. Those that return int give 0 if the value is of another type. */

aspen_type aspen_type_of(aspen_value value);
int aspen_to_bool(aspen_value value, int* out);
int aspen_to_int(aspen_value value, int64_t* out);   /* 0 also beyond 64 bits */
int aspen_to_uint(aspen_value value, uint64_t* out); /* the same, and below 0 */
int aspen_to_double(aspen_value value, double* out); /* an Int or a Float */
/* Of a String or Bytes; the text lives as long as the value. */
int aspen_to_text(aspen_value value, const char** text, size_t* size);
/* Elements of a List, Tuple, Dict or Record; else 0. */
size_t aspen_size(aspen_value value);
/* The element of a List or Tuple; index < aspen_size. */
aspen_value aspen_item(aspen_value value, size_t index);
/* Walks a Dict in its order: *position starts at 0; 0 at the end. */
int aspen_next_entry(aspen_value dict, size_t* position, aspen_value* key, aspen_value* value);
/* The field of a Record by name, and by place. Names live as long as the VM. */
int aspen_field(const aspen_vm* vm, aspen_value record, const char* name, size_t size, aspen_value* value);
int aspen_field_at(const aspen_vm* vm, aspen_value record, size_t index, const char** name, size_t* size,
                   aspen_value* value);
/* A Label's name; *payload is ASPEN_NO_VALUE if it has none. */
int aspen_to_label(const aspen_vm* vm, aspen_value label, const char** name, size_t* size,
                   aspen_value* payload);
/* The name of the value's type in the language: "Int", or of the host's type. */
const char* aspen_type_name(aspen_value value);
/* What `print` would write, and what `show` gives. */
void aspen_print_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context);
void aspen_show_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context);

/* An object of a host's type: of which (null if it is none), and what aspen_make_object was given. It changes
 * by aspen_own_argument only, but for a shared type's. */
const aspen_host_type* aspen_host_type_of(aspen_value value);
void* aspen_object(aspen_value value);

/* ---- Making values, inside aspen_within or a function that a script called. ASPEN_NO_VALUE if there is no
 * memory. */

aspen_value aspen_make_unit(void);
aspen_value aspen_make_bool(int value);
aspen_value aspen_make_int(aspen_vm* vm, int64_t value);
aspen_value aspen_make_uint(aspen_vm* vm, uint64_t value);
aspen_value aspen_make_double(double value);
/* ASPEN_NO_VALUE if the text is not valid UTF-8. */
aspen_value aspen_make_string(aspen_vm* vm, const char* text, size_t size);
aspen_value aspen_make_bytes(aspen_vm* vm, const void* octets, size_t size);
aspen_value aspen_make_list(aspen_vm* vm, size_t capacity);
aspen_value aspen_make_dict(aspen_vm* vm, size_t capacity);
/* Into a list or dict that was just made and is known to nobody yet. 0 if there is no memory. */
int aspen_push(aspen_vm* vm, aspen_value list, aspen_value item);
int aspen_insert(aspen_vm* vm, aspen_value dict, aspen_value key, aspen_value value);
aspen_value aspen_make_tuple(aspen_vm* vm, const aspen_value* items, size_t count);
/* Names are NUL-terminated and differ. */
aspen_value aspen_make_record(aspen_vm* vm, const char* const* names, const aspen_value* values,
                              size_t count);
/* `payload` ASPEN_NO_VALUE: a label alone. */
aspen_value aspen_make_label(aspen_vm* vm, const char* name, aspen_value payload);

/* Takes over an object of the type, which is destroyed also if this fails. In a call that a script made, that
 * ends in MemoryLimit then. */
aspen_value aspen_make_object(aspen_vm* vm, const aspen_host_type* type, void* object);

/* ---- Types of the host's. Each is a module of functions, named like it in lower case ("GameObject":
 * game_object), in the module that its own name says. */

/* Where code of a type tells that it has failed, and why: the script's operation ends in an error with that
 * text, and what the code returns counts for nothing. */
typedef struct aspen_failure aspen_failure;
void aspen_report_failure(aspen_failure* failure, const char* text, size_t size);

/* How two objects are ordered. */
typedef enum aspen_order { ASPEN_LESS, ASPEN_EQUAL, ASPEN_GREATER, ASPEN_UNORDERED } aspen_order;

/* None of these functions throws or runs scripts. `destroy` may be called by any thread that runs the VM or
 * ends it, while a collection ends; it drops roots, and does nothing else with the VM. */
typedef struct aspen_type_definition {
  size_t struct_size;
  const char* name; /* "Sprite", or "host.Sprite" in a module; copied */
  const void* key;  /* of the host's choice, for aspen_find_type; may be null */
  size_t bytes;     /* that an object takes; counts for heap_bytes */
  int is_shared;    /* 0: objects are values. Else they have identity (aspen_share_type) */
  void (*destroy)(void* object);
  void* (*copy)(void* data, const void* object, aspen_failure* failure); /* may be null if is_shared */
  /* Of values, and each may be null: they cannot be compared, be keys of dicts, be ordered then. */
  int (*equal)(void* data, const void* a, const void* b, aspen_failure* failure);
  uint64_t (*hash)(void* data, const void* object, aspen_failure* failure); /* the same for equal ones */
  aspen_order (*order)(void* data, const void* a, const void* b, aspen_failure* failure);
  /* What `show` gives, in UTF-8. May be null: "<Sprite>". */
  void (*show)(void* data, const void* object, aspen_sink sink, void* context, aspen_failure* failure);
  void* data; /* given to all of these but `destroy` */
  void (*free_data)(
      void* data); /* may be null; called once, when the VM ends or if aspen_define_type fails */
} aspen_type_definition;

/* ASPEN_MISUSE if the name, or the key, is another type's, or something else has the module's name. */
aspen_status aspen_define_type(aspen_vm* vm, const aspen_type_definition* definition, aspen_host_type** type,
                               aspen_error** error);
/* Null: no type of this VM has the key. Any thread. */
aspen_host_type* aspen_find_type(aspen_vm* vm, const void* key);
/* Objects have identity from now on: all who hold one see the same, `==` compares identities, and each use is
 * an effect. ASPEN_MISUSE unless aspen_type_is_open. */
aspen_status aspen_share_type(aspen_host_type* type, aspen_error** error);
/* Whether the type may still get fields, or be shared: until the first object of it is made, or a program is
 * compiled. Methods may be defined later, too. */
int aspen_type_is_open(const aspen_host_type* type);
int aspen_type_is_shared(const aspen_host_type* type);
const char* aspen_host_type_name(const aspen_host_type* type); /* "Sprite" */
aspen_vm* aspen_host_type_vm(const aspen_host_type* type);
const void* aspen_host_type_key(const aspen_host_type* type);
void* aspen_host_type_data(const aspen_host_type* type);

/* What a function of a type's module does with its last argument, an object of the type. */
typedef enum aspen_member {
  ASPEN_NO_MEMBER, /* nothing in particular */
  ASPEN_MAKES,     /* it takes none, and gives a new one. Named "new", it is what calling the module does */
  ASPEN_READS,
  ASPEN_CHANGES /* by aspen_own_argument; the argument is among those it keeps */
} aspen_member;

/* ---- Functions for scripts. */

/* Returns its value, or what aspen_raise or aspen_argument_error returned, or ASPEN_NO_VALUE if something
 * here has failed that says that the call ends in an error. Does not throw and does not run scripts. */
typedef aspen_value (*aspen_function)(aspen_context* context, void* data, const aspen_value* arguments);

/* A call that ends later. Counted; any thread; may outlive the VM, and does nothing then. */
typedef struct aspen_completer aspen_completer;

/* Begins what a script has called for, and returns unit, or what aspen_raise or aspen_argument_error
 * returned. The script's call ends when the completer is resolved or has failed; meanwhile the program goes
 * on where it can, and others run. Owns the completer: it is to be released in any case. Arguments last until
 * it returns. Does not throw and does not run scripts. */
typedef aspen_value (*aspen_async_function)(aspen_context* context, void* data, const aspen_value* arguments,
                                            aspen_completer* completer);

typedef struct aspen_definition {
  size_t struct_size;
  const char* name;       /* "mean", or "host.mean" in a module; copied, as are the texts below */
  const char* parameters; /* "xs limit", as many words as it takes arguments: one at least, () for none */
  const char* doc;        /* may be null */
  size_t arity;
  aspen_effect effect;
  uint32_t keeps; /* bit i: argument i may be kept as a root or be part of the result */
  aspen_function function;
  void* data;
  void (*free_data)(void* data); /* may be null; called once, when the VM ends or if aspen_define fails */
  aspen_async_function begin;    /* of a function whose calls end later; `function` is null then */
  /* Of a function in a type's module, else zero. `name` is the name in that then, and `effect` the least:
   * that of a member is pure for a value, and read or write for a shared object. */
  aspen_host_type* type;
  aspen_member member;
  const char* field; /* if not null: `object.field` calls it, or `object.field = v` if it changes */
} aspen_definition;

/* Makes a function known to the programs that are compiled from now on. */
aspen_status aspen_define(aspen_vm* vm, const aspen_definition* definition, aspen_error** error);

aspen_vm* aspen_context_vm(aspen_context* context);
/* Raises the text as an error of the script. */
aspen_value aspen_raise(aspen_context* context, const char* text, size_t size);
/* Raises a TypeError that names the function, the parameter, what was expected ("a List") and what was found.
 */
aspen_value aspen_argument_error(aspen_context* context, size_t index, const aspen_value* arguments,
                                 const char* expected);
/* Of a function that changes an object: argument `index`, one of the type's, as it may be changed. A value is
 * copied before, unless nobody else refers to it; *owned is the changed one, for the result. Null if it could
 * not be copied: then return ASPEN_NO_VALUE. */
void* aspen_own_argument(aspen_context* context, const aspen_value* arguments, size_t index,
                         aspen_value* owned);

/* ---- Ending calls later. The first of these ends the call, and returns 1; the others do nothing, and return
 * 0. */

/* The result is what `make(context, data)` returns, which the thread that runs the VM calls, as it calls an
 * aspen_function; or it never does, if nobody wants the result any more. `free_data`, which may be null, is
 * called once, on any thread. */
int aspen_resolve(aspen_completer* completer, aspen_value (*make)(aspen_context* context, void* data),
                  void* data, void (*free_data)(void* data));
/* The call raises the text as an error of the script. */
int aspen_fail(aspen_completer* completer, const char* text, size_t size);
/* Calls `cancel(data)` once, on any thread, if nobody wants the result any more: the task that waits was
 * cancelled, or the VM ends. At once if that is so already. A call that changes the world and has no `cancel`
 * is waited for by who is cancelled. One for each completer; a second one is not called. */
void aspen_on_cancel(aspen_completer* completer, void (*cancel)(void* data), void* data,
                     void (*free_data)(void* data));
void aspen_completer_retain(aspen_completer* completer);
/* The last owner's, if the call has not ended, fails it. */
void aspen_completer_release(aspen_completer* completer);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */
#endif
