import { type PointerEvent, useRef, useState } from "react";

/** The scale of a picture, and the distance of its center from the center of its frame, in px. */
interface Zoom {
  /** 1 if it fits its frame */
  scale: number;
  x: number;
  y: number;
}

type Point = Pick<Zoom, "x" | "y">;
type Frame = Record<"width" | "height", number>;

/** A picture that fits its frame. */
export const FIT: Zoom = { scale: 1, x: 0, y: 0 };

/** The maximum scale. A photo of 2,048 px has no more detail. */
const MAX_SCALE = 8;
const DOUBLE_TAP_SCALE = 3;
const DOUBLE_TAP_MS = 300;
const MAX_TAP_PX = 10;
const SWIPE_PX = 60;

const within = (value: number, max: number) => Math.min(max, Math.max(-max, value));

/** Moves a picture within its frame. */
export function moved({ scale, x, y }: Zoom, by: Point, { width, height }: Frame): Zoom {
  const most = (size: number) => ((scale - 1) * size) / 2;
  return { scale, x: within(x + by.x, most(width)), y: within(y + by.y, most(height)) };
}

/** Scales a picture around a point, which is relative to the center of the frame. */
export function zoomed({ scale, x, y }: Zoom, factor: number, at: Point, frame: Frame): Zoom {
  const next = Math.min(MAX_SCALE, Math.max(1, scale * factor));
  const growth = next / scale;
  const from = { scale: next, x: at.x - (at.x - x) * growth, y: at.y - (at.y - y) * growth };
  return moved(from, { x: 0, y: 0 }, frame);
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

/** Zooms and moves a picture with fingers or a mouse. Calls `swipe` if the picture fits its frame. */
export function useZoom(swipe: (steps: number) => void) {
  const [zoom, setZoom] = useState(FIT);
  const ref = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  /** the position at which a single finger touched the picture */
  const start = useRef<Point>(undefined);
  const lastTap = useRef(Number.NEGATIVE_INFINITY);
  const frame = () => ref.current?.getBoundingClientRect() ?? new DOMRect();
  const at = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = frame();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const move = (x: number, y: number) => setZoom((before) => moved(before, { x, y }, frame()));
  const zoomBy = (factor: number, point: Point = { x: 0, y: 0 }) =>
    setZoom((before) => zoomed(before, factor, point, frame()));
  const handlers = {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, at(event));
      start.current = fingers.current.size === 1 ? at(event) : undefined;
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      fingers.current.set(event.pointerId, now);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) return move(now.x - before.x, now.y - before.y);
      const middle = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
      zoomBy(distance(now, other) / Math.max(1, distance(before, other)), middle);
      move((now.x - before.x) / 2, (now.y - before.y) / 2);
    },
    onPointerUp(event: PointerEvent) {
      fingers.current.delete(event.pointerId);
      if (!start.current) return;
      const now = at(event);
      const [x, y] = [now.x - start.current.x, now.y - start.current.y];
      if (Math.hypot(x, y) < MAX_TAP_PX) {
        const isDouble = event.timeStamp - lastTap.current < DOUBLE_TAP_MS;
        lastTap.current = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp;
        if (isDouble) zoomBy(zoom.scale > 1 ? 0 : DOUBLE_TAP_SCALE, now);
      } else if (zoom.scale === 1 && Math.abs(x) > Math.max(SWIPE_PX, 2 * Math.abs(y)))
        swipe(x < 0 ? 1 : -1);
    },
    onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
  };
  return { zoom, move, zoomBy, reset: () => setZoom(FIT), stage: { ref, ...handlers } };
}
