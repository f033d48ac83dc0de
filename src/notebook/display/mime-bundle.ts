/** One output in several forms, richest first; a front end shows the first that it can. */
export interface MimeBundle {
  /** MIME type → content: text as a string, images as base64, JSON types as plain data. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Anything that a notebook can show: the kernel asks the last expression of a cell for its bundle. */
export interface Displayable {
  toMimeBundle(): MimeBundle | Promise<MimeBundle>;
}

/** What the kernel installs so that code can show something before its cell ends. */
export interface DisplayHook {
  display(bundle: MimeBundle, options: { readonly displayId: string; readonly update: boolean }): void;
}

/** True for values with a `toMimeBundle` method. */
export function isDisplayable(value: unknown): value is Displayable {
  return (
    typeof value === 'object' &&
    value !== null &&
    'toMimeBundle' in value &&
    typeof value.toMimeBundle === 'function'
  );
}

/** The running kernel's hook, or undefined in plain Node. */
export function displayHook(): DisplayHook | undefined {
  const found = (globalThis as Record<symbol, unknown>)[Symbol.for('pawl.display')];
  return typeof found === 'object' && found !== null && 'display' in found
    ? (found as DisplayHook)
    : undefined;
}
