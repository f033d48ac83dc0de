// The interpreter's memory between jobs. The whole linear memory is put back after each; what loading a driver changes in it is kept as a
// list of pages, so that a driver is compiled and started once a child and still every job finds it untouched.

const pageSize = 4096;
const mostDrivers = 8;
const stretch = 65_536;
const emptyStretch = Buffer.alloc(stretch);

/** The trusted part of a job does not load: nothing that the untrusted part did. */
export class BadDriver extends Error {}

export class JobMemory {
  #interpreter;
  #image;
  #layout;
  /** Pages that differ from the image after a driver was loaded, by the driver's source. */
  #drivers = new Map();

  constructor(interpreter, image, layout) {
    this.#interpreter = interpreter;
    this.#image = image;
    this.#layout = layout;
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
    const { stackEnd, stackPointer, heapEnd } = this.#layout;
    this.#closeFiles();
    const heap = module.HEAPU8;
    heap.set(this.#image.subarray(0, stackEnd));
    this.#clearStack(heap);
    heap.set(this.#image.subarray(stackPointer, heapEnd), stackPointer);
    heap.fill(0, heapEnd);
    module.stackRestore(stackPointer);
  }

  /** Clears what finished calls left on the stack, downwards to the first stretch that none of them reached. */
  #clearStack(heap) {
    const { stackEnd, stackPointer } = this.#layout;
    for (let end = stackPointer; end > stackEnd; end -= stretch) {
      const part = heap.subarray(Math.max(stackEnd, end - stretch), end);
      if (emptyStretch.compare(part, 0, part.length, 0, part.length) === 0) return;
      part.fill(0);
    }
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

  #closeFiles() {
    const { FS } = this.#interpreter.module;
    for (const stream of FS.streams) if (stream && stream.fd > 2) FS.close(stream);
  }

  #changedPages() {
    const heap = Buffer.from(this.#interpreter.module.HEAPU8.buffer);
    const zero = Buffer.alloc(pageSize);
    const changed = [];
    for (let start = 0; start < heap.length; start += pageSize) {
      const inImage = start < this.#image.length;
      const same = inImage
        ? heap.compare(this.#image, start, start + pageSize, start, start + pageSize) === 0
        : heap.compare(zero, 0, pageSize, start, start + pageSize) === 0;
      if (same) continue;
      const last = changed.at(-1);
      if (last !== undefined && last.end === start) last.end = start + pageSize;
      else changed.push({ start, end: start + pageSize });
    }
    return changed.map(({ start, end }) => ({
      start,
      bytes: Uint8Array.prototype.slice.call(heap, start, end),
    }));
  }
}
