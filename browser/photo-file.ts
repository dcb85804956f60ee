// JPEG markers (ITU T.81, table B.1).
const SOI = 0xd8;
const EOI = 0xd9;

/**
 * Returns whether a file's bytes are a complete JPEG, PNG, or WebP.
 *
 * @returns `false` for a JPEG that has another JPEG in the middle of its pixels: a decoder makes the rest
 *   gray without an error. `undefined` for a file of another type, or without its end
 */
export function isWholePhoto(file: Uint8Array): boolean | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...file.slice(from, to));
  const byte = (at: number) => file[at] ?? 0;
  if (byte(0) !== 0xff || byte(1) !== SOI) {
    const isWhole =
      text(1, 4) === "PNG"
        ? text(-8, -4) === "IEND"
        : text(8, 12) === "WEBP" && (byte(4) | (byte(5) << 8) | (byte(6) << 16)) + 8 <= file.length;
    return isWhole || undefined;
  }
  for (let at = 2; ; ) {
    at = file.indexOf(0xff, at) + 1;
    const marker = byte(at);
    if (at === 0) return;
    if (marker === EOI) return true;
    if (marker === SOI) return false;
    // Skips the content of a segment, such as a thumbnail. These markers have no segment: 0 after an escaped
    // 0xff of the pixels, a restart (0xd0 to 0xd7), and a 0xff that is padding.
    const isSegment = marker > 0 && marker < 0xff && marker >> 3 !== 0xd0 >> 3;
    if (isSegment) at += 1 + ((byte(at + 1) << 8) | byte(at + 2));
  }
}
