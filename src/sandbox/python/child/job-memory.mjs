// The interpreter's memory between jobs. The whole linear memory is put back after each; what loading a driver changes in it is kept as a
// list of pages, so that a driver is compiled and started once a child and still every job finds it untouched.

const pageSize = 4096;
const empty = Buffer.alloc(65_536);
const mostDrivers = 8;

/** The trusted part of a job does not load: nothing that the untrusted part did. */
export class BadDriver extends Error {}

export class JobMemory {
  #interpreter;
  #layout;
  /** What lies below the stack and above it; the stack itself and everything behind the heap are empty in a clean memory. */
  #below;
  #above;
  /** Pages that differ from the clean memory after a driver was loaded, by the driver's source. */
  #drivers = new Map();

  /** Takes the interpreter's present memory for the clean one. */
  constructor(interpreter, layout) {
    const heap = interpreter.module.HEAPU8;
    this.#interpreter = interpreter;
    this.#layout = layout;
    this.#below = heap.slice(0, layout.stackEnd);
    this.#above = heap.slice(layout.stackPointer, layout.heapEnd);
  }

  /** Brings the memory into the state in which this driver has just been loaded. */
  enter(driver) {
    const known = this.#drivers.get(driver);
    if (known !== undefined) {
      const heap = this.#interpreter.module.HEAPU8;
      for (const { start, bytes } of known) heap.set(bytes, start);
      return;
    }
    const { module, functions, gate } = this.#interpreter;
    const source = this.placeText(Buffer.from(driver, 'utf8'));
    const complaint = module.UTF8ToString(
      module._PyUnicode_AsUTF8(module._PyObject_CallOneArg(functions.loadDriver, source)),
    );
    if (complaint !== '') throw new BadDriver(complaint);
    this.#closeFiles();
    gate.startAfresh();
    if (this.#drivers.size >= mostDrivers) this.#drivers.delete(this.#drivers.keys().next().value);
    this.#drivers.set(driver, this.#changedPages());
  }

  /** Puts everything back: memory, stack, open files. Files themselves cannot be changed by jobs. */
  leave() {
    const { module } = this.#interpreter;
    const { stackPointer, heapEnd } = this.#layout;
    this.#closeFiles();
    const heap = module.HEAPU8;
    heap.set(this.#below);
    heap.set(this.#above, stackPointer);
    this.#clearStack(heap);
    heap.fill(0, heapEnd);
    module.stackRestore(stackPointer);
  }

  /** A Python str from UTF-8 bytes; 0 where memory does not suffice. */
  placeText(bytes) {
    const { module } = this.#interpreter;
    const pointer = module._malloc(bytes.length + 1) >>> 0;
    if (pointer === 0) return 0;
    module.HEAPU8.set(bytes, pointer);
    const text = module._PyUnicode_DecodeUTF8(pointer, bytes.length, 0);
    module._free(pointer);
    return text;
  }

  /** Clears what finished calls left on the stack, downwards to the first stretch that none of them reached. */
  #clearStack(heap) {
    const { stackEnd, stackPointer } = this.#layout;
    for (let end = stackPointer; end > stackEnd; end -= empty.length) {
      const part = heap.subarray(Math.max(stackEnd, end - empty.length), end);
      if (empty.compare(part, 0, part.length, 0, part.length) === 0) return;
      part.fill(0);
    }
  }

  #closeFiles() {
    const { FS } = this.#interpreter.module;
    for (const stream of FS.streams) if (stream && stream.fd > 2) FS.close(stream);
  }

  /** The pages in which the memory differs from the clean one now, neighbours joined. */
  #changedPages() {
    const { module } = this.#interpreter;
    const { stackEnd, stackPointer, heapEnd } = this.#layout;
    const heap = Buffer.from(module.HEAPU8.buffer);
    const changed = [];
    const compare = (start, end, clean, cleanStart) => {
      for (let at = start; at < end; at += pageSize) {
        const size = Math.min(pageSize, end - at);
        const offset = clean === empty ? 0 : at - cleanStart;
        if (heap.compare(clean, offset, offset + size, at, at + size) === 0) continue;
        const last = changed.at(-1);
        if (last !== undefined && last.end === at) last.end = at + size;
        else changed.push({ start: at, end: at + size });
      }
    };
    compare(0, stackEnd, this.#below, 0);
    compare(stackEnd, stackPointer, empty, 0);
    compare(stackPointer, heapEnd, this.#above, stackPointer);
    compare(heapEnd, heap.length, empty, 0);
    return changed.map(({ start, end }) => ({ start, bytes: module.HEAPU8.slice(start, end) }));
  }
}
