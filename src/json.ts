/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; `undefined` members are not allowed. */
export interface JsonObject {
  readonly [key: string]: Json;
}
