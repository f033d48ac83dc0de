/** A pawl on its ratchet: what lets a wheel turn one way only. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<rect width="64" height="64" rx="12" fill="#20435c"/>
<path d="M32 14l4 6 7-3 1 8 8 1-3 7 6 4-6 4 3 7-8 1-1 8-7-3-4 6-4-6-7 3-1-8-8-1 3-7-6-4 6-4-3-7 8-1 1-8 7 3z" fill="#f3c969" transform="translate(5 8) scale(.84)"/>
<circle cx="32" cy="39" r="8" fill="#20435c"/>
<path d="M51 7l6 5-15 17-5-2z" fill="#e8edf0"/>
</svg>
`;

/**
 * The logo as PNG, as older front ends want it.
 *
 * @param size - width and height in pixels
 * @returns undefined where the renderer does not run
 */
export async function logoPng(size: number): Promise<Uint8Array | undefined> {
  try {
    const { Resvg } = await import('@resvg/resvg-js');
    return new Resvg(logo, { fitTo: { mode: 'width', value: size } }).render().asPng();
  } catch {
    return undefined;
  }
}
