/** How sure a card is: audited values are stated, low ones hedged, withdrawn ones not reported at all. */
export type CardStatus = 'audited' | 'low' | 'withdrawn';

/** An audited evidence card: one metric of one period, cited in text as `[m:<id>]`. */
export interface EvidenceCard {
  /** Unique in its section, e.g. `arr_q3`. */
  readonly id: string;
  /** The metric's name as text uses it, e.g. `annual recurring revenue`. */
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  /** The value as text writes it, e.g. `$12.4 million` or `81.3 %`. */
  readonly display: string;
  readonly period: string;
  readonly status: CardStatus;
  readonly source: string;
}

/**
 * Writes a value with its unit, as gold sections do.
 *
 * @example
 * displayValue(12.4, 'USD million') // '$12.4 million'
 */
export function displayValue(value: number, unit: string): string {
  const number = value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(value);
  switch (unit) {
    case 'USD million':
      return `$${number} million`;
    case 'USD thousand':
      return `$${number} thousand`;
    case 'USD':
      return `$${number}`;
    case 'percent':
      return `${number} %`;
    case 'ratio':
      return `${number}x`;
    case 'count':
      return number;
    default:
      return `${number} ${unit}`;
  }
}
