import { PawlError } from '../../errors.js';
import { markup, type Markup } from './markup.js';
import type { Displayable, MimeBundle } from './mime-bundle.js';

/** A piece of text to point at, everywhere it occurs. */
export interface Mark {
  readonly text: string;
  /** What is the matter with it; equal notes get one number. */
  readonly note: string;
}

/**
 * A text with pieces pointed at, for a notebook: each occurrence is tinted and numbered, the notes stand below. Without
 * colours the brackets and numbers say the same.
 *
 * @throws PawlError `bad-input` for an empty mark
 * @example
 * marked('ARR [m:arr_q3] grew.', [{ text: '[m:arr_q3]', note: 'no value beside the tag' }]);
 * // as text: ARR ⟦[m:arr_q3]⟧¹ grew.
 * //          ¹ no value beside the tag (1)
 */
export function marked(text: string, marks: readonly Mark[]): Displayable {
  if (marks.some((mark) => mark.text === '')) {
    throw new PawlError('bad-input', 'marked: a mark is empty', {
      hint: 'give the piece of text to point at, e.g. a tag',
    });
  }
  const notes = [...new Set(marks.map((mark) => mark.note))];
  const pieces = piecesOf(text, marks);
  const count = (note: string): number => pieces.filter((piece) => piece.note === note).length;
  return {
    toMimeBundle: (): MimeBundle => ({
      data: {
        'text/html':
          markup`<div><div style="white-space:pre-wrap">${pieces.map((piece) => htmlPiece(piece, notes))}</div>${notes.map(
            (note, index) => markup`<p><small><sup>${index + 1}</sup> ${note} (${count(note)})</small></p>`,
          )}</div>`.text,
        'text/plain': [
          pieces
            .map(({ text: own, note }) =>
              note === undefined ? own : `⟦${own}⟧${raised(notes.indexOf(note) + 1)}`,
            )
            .join(''),
          ...notes.map((note, index) => `${raised(index + 1)} ${note} (${count(note)})`),
        ].join('\n'),
      },
    }),
  };
}

interface Piece {
  readonly text: string;
  readonly note?: string;
}

/** The text cut at the marks: from the left, and where two marks begin together the longer. */
function piecesOf(text: string, marks: readonly Mark[]): Piece[] {
  const longestFirst = [...marks].sort((a, b) => b.text.length - a.text.length);
  const pieces: Piece[] = [];
  let plainFrom = 0;
  let at = 0;
  while (at < text.length) {
    const found = longestFirst.find((mark) => text.startsWith(mark.text, at));
    if (found === undefined) {
      at++;
      continue;
    }
    if (at > plainFrom) pieces.push({ text: text.slice(plainFrom, at) });
    pieces.push({ text: found.text, note: found.note });
    at += found.text.length;
    plainFrom = at;
  }
  if (plainFrom < text.length) pieces.push({ text: text.slice(plainFrom) });
  return pieces;
}

function htmlPiece({ text, note }: Piece, notes: readonly string[]): Markup {
  return note === undefined
    ? markup`${text}`
    : markup`<mark title="${note}" style="background:rgba(213,94,0,.3);color:inherit">${text}</mark><sup>${notes.indexOf(note) + 1}</sup>`;
}

function raised(number: number): string {
  return [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit).join('');
}
