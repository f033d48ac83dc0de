// The innermost wall: everything that the interpreter can ask of JavaScript goes through the imports of its WebAssembly module. Once locked,
// only the functions named here answer; files cannot be changed, clocks stand still, entropy is a fixed stream, and the rest ends the job.

/** Thrown through the interpreter's frames; ends the job and the child. */
export class Ended extends Error {
  constructor(type, message) {
    super(message);
    this.type = type;
  }
}

/** 2025-01-01T00:00:00Z: what every clock of calendar time shows. */
export const epochMs = 1_735_689_600_000;
const monotonicNs = 1_000_000_000_000n;

// Error numbers of WASI, negative where a system call returns them.
const badFile = 8;
const noSystemCall = -52;
const notTerminal = -59;
const notPermitted = -63;
const readOnly = -69;
const notConnectedToAnything = -2;
const writing = 0o3 | 0o100 | 0o1000 | 0o2000; // access mode, O_CREAT, O_TRUNC, O_APPEND

/** Harmless functions of Emscripten that answer as they are: they read the interpreter's own memory and the files in it. */
const allowed = new Set(
  (
    '_PyEM_TrampolineCall_JS environ_sizes_get environ_get clock_res_get _tzset_js _localtime_js _gmtime_js _mktime_js _timegm_js __call_sighandler ' +
    '__syscall_faccessat __syscall_fstat64 __syscall_stat64 __syscall_newfstatat __syscall_lstat64 __syscall_getcwd ' +
    '__syscall_getdents64 __syscall_readlinkat __syscall_statfs64 __syscall_fstatfs64 fd_seek fd_pread fd_fdstat_get _emscripten_get_progname'
  ).split(' '),
);

const constant = (value) => () => value;
const nothing = () => {};

/** Functions that give a fixed answer instead of doing something. */
const answers = {
  _Py_CheckEmscriptenSignals_Helper: constant(0),
  __syscall_getuid32_js: constant(0),
  __syscall_umask_js: constant(0o022),
  __syscall_ioctl: constant(notTerminal),
  __syscall_chdir: constant(notPermitted),
  __syscall_fchdir: constant(notPermitted),
  __syscall_poll: constant(noSystemCall),
  __syscall_pipe: constant(noSystemCall),
  __syscall_dup: constant(noSystemCall),
  __syscall_dup3: constant(noSystemCall),
  __syscall_fadvise64: constant(0),
  __syscall_fdatasync: constant(0),
  fd_sync: constant(0),
  fd_pwrite: constant(badFile),
  _setitimer_js: constant(0), // time stands still, so an alarm never rings
  _emscripten_system: constant(127 << 8),
  _emscripten_lookup_name: constant(0),
  _mmap_js: constant(noSystemCall),
  _munmap_js: constant(noSystemCall),
  _msync_js: constant(noSystemCall),
  getaddrinfo: constant(-4),
  getnameinfo: constant(-4),
  getprotobyname: constant(0),
  _maybe_connect_async: constant(null),
  _maybe_recvfrom_async: constant(null),
  _maybe_sendto_async: constant(null),
  _maybe_poll_async: constant(null),
  _try_fcntl64: constant(0),
  _try_shutdown: constant(0),
  __hiwire_deduplicate_delete: nothing,
  can_run_sync_js: constant(0),
  destroy_proxies: nothing,
  destroy_proxy: nothing,
  destroy_proxies_js: nothing,
  gc_register_proxies: nothing,
  emscripten_debugger: nothing,
  emscripten_log_impl_js: nothing,
  _emscripten_log_formatted: nothing,
  emscripten_runtime_keepalive_push: nothing,
  emscripten_runtime_keepalive_pop: nothing,
  _emscripten_runtime_keepalive_clear: nothing,
};
for (const name of 'chmod fchmod fchmodat2 fchownat fchown32 ftruncate64 truncate64 mkdirat mknodat fallocate unlinkat rmdir renameat symlinkat utimensat'.split(
  ' ',
)) {
  answers[`__syscall_${name}`] = constant(readOnly);
}
for (const name of 'accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmsg sendmsg sendto socket'.split(
  ' ',
)) {
  answers[`__syscall_${name}`] = constant(notConnectedToAnything);
}

/** A small generator (xorshift32) for what the interpreter takes for entropy. */
function entropyStream() {
  let word = 0x9e3779b9;
  return {
    restart() {
      word = 0x9e3779b9;
    },
    next() {
      word ^= word << 13;
      word ^= word >>> 17;
      word ^= word << 5;
      return word & 0xff;
    },
  };
}

/**
 * Builds the imports for `WebAssembly.instantiate` from Emscripten's own.
 *
 * @param original the import object of Emscripten
 * @param needed what the module imports (`WebAssembly.Module.imports`)
 * @param heap returns the current `HEAPU8`
 * @param memoryLimit bytes that the linear memory may reach
 * @returns the imports, and the handle by which the runner locks them and starts each job's clocks and entropy afresh
 */
export function gateImports(original, needed, heap, memoryLimit) {
  const state = { locked: false, outOfMemory: false };
  const entropy = entropyStream();
  let sleptMs = 0;
  const view = () => new DataView(heap().buffer);

  /** Functions of ours that stand in for Emscripten's from the start, so that the memory image is the same wherever it is built. */
  const replaced = {
    clock_time_get(clock, _precision, pointer) {
      view().setBigUint64(pointer >>> 0, clock === 0 ? BigInt(epochMs) * 1_000_000n : monotonicNs, true);
      return 0;
    },
    emscripten_date_now: () => epochMs,
    // Only the loop of the C library's sleep asks this one: a second passes at each question, so that sleeping ends at once.
    emscripten_get_now: () => (sleptMs += 1000),
    random_get(pointer, size) {
      const bytes = heap();
      for (let index = 0; index < size; index += 1) bytes[(pointer >>> 0) + index] = entropy.next();
      return 0;
    },
    emscripten_get_heap_max: () => memoryLimit,
  };

  /** Functions of ours that stand in once untrusted code may call them. */
  const guarded = {
    __syscall_openat: (own) => (folder, path, flags, extra) =>
      (flags & writing) === 0 ? own(folder, path, flags, extra) : readOnly,
    // Asking for flags is harmless; setting them on the standard streams would outlive the job.
    __syscall_fcntl64: (own) => (file, command, extra) =>
      command >= 1 && command <= 3 ? own(file, command, extra) : noSystemCall,
    fd_close: (own) => (file) => (file <= 2 ? 0 : own(file)),
    fd_read: (own) => (file, vectors, count, pointer) => {
      if (file > 2) return own(file, vectors, count, pointer);
      view().setUint32(pointer >>> 0, 0, true);
      return file === 0 ? 0 : badFile;
    },
    fd_write: () => (file, vectors, count, pointer) => {
      if (file !== 1 && file !== 2) return badFile;
      const memory = view();
      let size = 0;
      for (let index = 0; index < count; index += 1)
        size += memory.getUint32(((vectors >>> 0) + 8 * index + 4) >>> 0, true);
      memory.setUint32(pointer >>> 0, size, true);
      return 0;
    },
    proc_exit: () => (code) => {
      throw new Ended('SystemExit', `the interpreter was ended with status ${code}`);
    },
    exit: () => (code) => {
      throw new Ended('SystemExit', `the interpreter was ended with status ${code}`);
    },
    _abort_js: () => () => {
      throw new Ended('Aborted', 'the interpreter aborted');
    },
    emscripten_resize_heap: (own) => (size) => {
      const grown = size >>> 0 <= memoryLimit && own(size);
      if (!grown) state.outOfMemory = true;
      return grown ? 1 : 0;
    },
  };

  function gate(name, own) {
    if (name in replaced) return replaced[name];
    if (name in guarded) {
      const inside = guarded[name](own);
      return (...values) => (state.locked ? inside(...values) : own(...values));
    }
    if (name in answers) {
      const inside = answers[name];
      return (...values) => (state.locked ? inside() : own(...values));
    }
    if (allowed.has(name)) return own;
    return (...values) => {
      if (!state.locked) return own(...values);
      throw new Ended('SandboxViolation', `the interpreter asked for '${name}', which is not allowed`);
    };
  }

  const imports = {};
  for (const { module, name, kind } of needed) {
    imports[module] ??= module.startsWith('GOT.') ? original[module] : {};
    if (module.startsWith('GOT.')) continue;
    const own = original[module][name];
    imports[module][name] = kind === 'function' ? gate(name, own) : own;
  }
  return {
    imports,
    state,
    startAfresh() {
      entropy.restart();
      sleptMs = 0;
      state.outOfMemory = false;
    },
  };
}
