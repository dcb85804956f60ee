import { expect, test } from "vitest";
import { conditionOf } from "../../src/features/photos/photo-file";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? Array.from(part, (char) => char.charCodeAt(0)) : part,
    ),
  );

/** A segment of a JPEG, with its length. */
const segment = (marker: number, content: number[]) => [
  ...[0xff, marker, 0, content.length + 2],
  ...content,
];
const start = [0xff, 0xd8];
const end = [0xff, 0xd9];
/** A JPEG's thumbnail, which is a JPEG too. */
const thumbnail = segment(0xe1, [...start, 1, 2, ...end]);
const pixels = [...segment(0xda, [1]), 7, 0xff, 0, 8, 0xff, 0xd0, 9];
const jpeg = [...start, ...thumbnail, ...pixels];
const png = "\x89PNG\r\n\x1a\nsomething";
const pngEnd = "\0\0\0\0IEND\xae\x42\x60\x82";
const webp = (size: number) => bytes("RIFF", [size, 0, 0, 0], "WEBPVP8L");

test.each([
  ["a JPEG", bytes(jpeg, end), "whole"],
  ["a progressive one", bytes(jpeg, segment(0xc4, [1]), pixels, end), "whole"],
  ["one with bytes to fill", bytes(start, [0xff], thumbnail, pixels, [0xff], end), "whole"],
  ["one with another behind it, as of a moving picture", bytes(jpeg, end, jpeg, end), "whole"],
  ["one without its end", bytes(jpeg), "other"],
  ["one that ends in a segment", bytes(start, [0xff, 0xe1, 9, 9]), "other"],
  ["one that ends in a marker", bytes(jpeg, [0xff]), "other"],
  ["half of one, with another behind it", bytes(jpeg, jpeg, end), "damaged"],
  ["half of one, cut in a marker", bytes(jpeg, [0xff], jpeg, end), "damaged"],
  ["two beginnings", bytes(start, start, jpeg, end), "other"],
  ["a PNG", bytes(png, pngEnd), "whole"],
  ["a PNG without its end", bytes(png), "other"],
  ["a PNG with something behind it", bytes(png, pngEnd, "more"), "other"],
  ["a WebP", webp(8), "whole"],
  ["a WebP that was cut", webp(9), "other"],
  ["an AVIF", bytes([0, 0, 0, 24], "ftypmif1"), "other"],
  ["a text", bytes("An oak, over the garage."), "other"],
  ["nothing", bytes(), "other"],
])("%s is known by its bytes", (_, file, condition) => {
  expect(conditionOf(file)).toBe(condition);
});
