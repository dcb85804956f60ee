/** What can be told of a file by its bytes. */
type Condition =
  /** A JPEG, PNG or WebP, from its beginning to its end. */
  | "whole"
  /** A JPEG with another one in the middle of its pixels: a decoder makes the rest grey, and says nothing. */
  | "damaged"
  /** Anything else: of another type, or without its end. */
  | "other";

/** The markers of a JPEG that matter here (ITU T.81, table B.1). */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

/** A PNG's last chunk, which is empty, with its checksum. */
const IEND = "\0\0\0\0IEND\xae\x42\x60\x82";

export function conditionOf(file: Uint8Array): Condition {
  const text = (from: number, to: number) => String.fromCharCode(...file.subarray(from, to));
  if (text(0, 3) === "\xff\xd8\xff") return conditionOfJpeg(file);
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") {
    return text(file.length - IEND.length, file.length) === IEND ? "whole" : "other";
  }
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") {
    const size = new DataView(file.buffer, file.byteOffset).getUint32(4, true);
    return 8 + size <= file.length ? "whole" : "other";
  }
  return "other";
}

/** Goes from marker to marker: what is in a segment, such as a thumbnail, is passed over. */
function conditionOfJpeg(file: Uint8Array): Condition {
  let inPixels = false;
  let at = 2;
  for (;;) {
    at = file.indexOf(0xff, at);
    const marker = file[at + 1];
    if (at < 0 || marker === undefined) return "other";
    if (marker === EOI) return "whole";
    if (marker === SOI) return inPixels ? "damaged" : "other";
    // Between its segments a JPEG may have bytes to fill; in its pixels are escaped bytes and restarts.
    const isAlone = marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    const length = ((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0);
    at += isAlone ? (marker === 0xff ? 1 : 2) : 2 + length;
    inPixels ||= marker === SOS;
  }
}
