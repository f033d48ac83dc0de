import { type Box, isPoint } from './box.js';

/** A decimal as papers set it: a real minus sign and no zero before the point. */
export function decimal(value: number, digits: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const text = Math.abs(value).toFixed(digits);
  const negative = value < 0 && Number(text) !== 0;
  return `${negative ? '−' : ''}${text.replace(/^0(?=\.)/, '')}`;
}

/** A whole number plainly, else four decimals. */
export function plainNumber(value: number): string {
  return Number.isInteger(value) ? decimal(value, 0) : decimal(value, 4);
}

/** A point as a number, a box as low–high with enough decimals to tell the ends apart. */
export function boxText(box: Box): string {
  if (isPoint(box)) return plainNumber(box.low);
  const width = box.high - box.low;
  const digits = Math.min(6, Math.max(3, Math.ceil(-Math.log10(width))));
  const dash = box.low < 0 ? ' to ' : '–';
  return `${decimal(box.low, digits)}${dash}${decimal(box.high, digits)}`;
}

/** A share in whole percent; ties go up, whatever the last bit of the double. */
export function wholePercent(value: number): string {
  return `${decimal(Math.round(100 * value + 1e-9), 0)}%`;
}

/** A share in percent with one decimal. */
export function percentText(value: number): string {
  return `${decimal(100 * value, 1)}%`;
}

/** A difference of shares in percentage points with one decimal. */
export function pointsText(value: number): string {
  return `${decimal(100 * value, 1)} points`;
}

/** A p-value with at least five decimals; smaller ones in powers of ten. */
export function pValueText(p: number): string {
  return p < 0.00001 ? p.toExponential(4) : decimal(p, 5);
}
