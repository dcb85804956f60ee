import { isWholePhoto } from "browser/photo-file";
import { expect, test } from "vitest";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? Array.from(part, (char) => char.charCodeAt(0)) : part,
    ),
  );

/** Returns a segment of a JPEG, with its length. */
const segment = (marker: number, content: number[]) => [
  ...[0xff, marker, 0, content.length + 2],
  ...content,
];
const start = [0xff, 0xd8];
const end = [0xff, 0xd9];
/** The thumbnail in a JPEG, which is also a JPEG. */
const thumbnail = segment(0xe1, [...start, 1, 2, ...end]);
const pixels = [...segment(0xda, [1]), 7, 0xff, 0, 8, 0xff, 0xd0, 9];
const jpeg = [...start, ...thumbnail, ...pixels];
const png = "\x89PNG\r\n\x1a\nsomething";
const pngEnd = "\0\0\0\0IEND\xae\x42\x60\x82";
const webp = (size: number) => bytes("RIFF", [size, 0, 0, 0], "WEBPVP8L");

test.each([
  ["a JPEG", bytes(jpeg, end), true],
  ["a progressive one", bytes(jpeg, segment(0xc4, [1]), pixels, end), true],
  ["one with bytes to fill", bytes(start, [0xff], thumbnail, pixels, [0xff], end), true],
  ["one with another behind it, as of a moving picture", bytes(jpeg, end, jpeg, end), true],
  ["one without its end", bytes(jpeg), undefined],
  ["one that ends in a segment", bytes(start, [0xff, 0xe1, 9, 9]), undefined],
  ["one that ends in a marker", bytes(jpeg, [0xff]), undefined],
  ["half of one, with another behind it", bytes(jpeg, jpeg, end), false],
  ["half of one, cut in a marker", bytes(jpeg, [0xff], jpeg, end), false],
  ["two beginnings", bytes(start, start, jpeg, end), false],
  ["a PNG", bytes(png, pngEnd), true],
  ["a PNG without its end", bytes(png), undefined],
  ["a PNG with something behind it", bytes(png, pngEnd, "more"), undefined],
  ["a WebP", webp(8), true],
  ["a WebP that was cut", webp(9), undefined],
  ["an AVIF", bytes([0, 0, 0, 24], "ftypmif1"), undefined],
  ["a text", bytes("An oak, over the garage."), undefined],
  ["nothing", bytes(), undefined],
])("%s is known by its bytes", (_, file, isWhole) => {
  expect(isWholePhoto(file)).toBe(isWhole);
});
