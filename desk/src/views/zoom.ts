/** How large a picture is shown, and how far its middle lies from the middle of its room, in px. */
export interface Zoom {
  /** 1 where it fits its room */
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Room {
  width: number;
  height: number;
}

export const FIT: Zoom = { scale: 1, x: 0, y: 0 };

/** Beyond that, a photograph of 2,048 px shows no more. */
const MAX_SCALE = 8;

const within = (value: number, max: number) => Math.min(max, Math.max(-max, value));

/** Moves a picture. It stays in its room. */
export function moved({ scale, x, y }: Zoom, by: Point, { width, height }: Room): Zoom {
  const most = (size: number) => ((scale - 1) * size) / 2;
  return { scale, x: within(x + by.x, most(width)), y: within(y + by.y, most(height)) };
}

/** Shows a picture larger or smaller. What is at a point, from the middle of the room, stays there. */
export function zoomed({ scale, x, y }: Zoom, factor: number, at: Point, room: Room): Zoom {
  const next = Math.min(MAX_SCALE, Math.max(1, scale * factor));
  const growth = next / scale;
  const from = { scale: next, x: at.x - (at.x - x) * growth, y: at.y - (at.y - y) * growth };
  return moved(from, { x: 0, y: 0 }, room);
}
