/** A cell as a generator makes it: a date as days and a timestamp as seconds since 1970, a decimal as a multiple of its last digit. */
export type Value = string | number | boolean | null;

/** Rows of one table; each row holds one value per column of the catalogue, in its order. */
export type Rows = readonly (readonly Value[])[];

/** The rows of a schema, by table. */
export type SchemaRows = Readonly<Record<string, Rows>>;

/** Seconds of a day. */
export const daySeconds = 86_400;

/**
 * Days since 1970 of an ISO date.
 *
 * @example
 * day('1970-01-02') // 1
 */
export function day(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / 1000 / daySeconds;
}

/** The first of the month in which a day lies, some months later. */
export function monthStart(ofDay: number, later: number = 0): number {
  const date = new Date(ofDay * daySeconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / 1000 / daySeconds;
}

/** 0 for Sunday … 6 for Saturday. */
export function weekday(ofDay: number): number {
  return (((ofDay + 4) % 7) + 7) % 7;
}
