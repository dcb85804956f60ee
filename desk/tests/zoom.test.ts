import { expect, test } from "vitest";
import { FIT, moved, zoomed } from "../src/views/lead/zoom.ts";

const room = { width: 400, height: 800 };
const middle = { x: 0, y: 0 };

test("the point under the fingers stays there", () => {
  const at = { x: 100, y: -200 };
  const near = zoomed(FIT, 2, at, room);
  expect(near).toEqual({ scale: 2, x: -100, y: 200 });
  expect(zoomed(near, 0.5, at, room)).toEqual(FIT);
  // A point's distance from the picture's center is its place in the picture times the scale.
  expect({ x: near.x + at.x * 2, y: near.y + at.y * 2 }).toEqual(at);
});

test("a picture stays in its frame, and its scale has limits", () => {
  expect(moved(FIT, { x: 50, y: 50 }, room)).toEqual(FIT);
  const near = zoomed(FIT, 3, middle, room);
  expect(moved(near, { x: 5000, y: -5000 }, room)).toEqual({ scale: 3, x: 400, y: -800 });
  expect(zoomed(near, 1000, middle, room).scale).toBe(8);
  expect(zoomed(moved(near, { x: 400, y: 0 }, room), 0.1, middle, room)).toEqual(FIT);
});
