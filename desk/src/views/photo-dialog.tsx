import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { refreshAnswers } from "../data/answers.ts";
import { type Lead, request } from "../data/server.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { usePhoto } from "../parts/photo.tsx";
import { Sheet } from "../parts/sheet.tsx";
import { FIT, moved, type Point, zoomed } from "./zoom.ts";

interface PhotoDialogProps {
  lead: Lead;
  /** the id of the one that is shown */
  photo: string;
  /** shows another one */
  open: (photo: string | undefined) => void;
  close: () => void;
}

const NEARER = 1.5;
/** What a double tap does. */
const NEAR = 3;
const ARROW_PX = 80;
const DOUBLE_TAP_MS = 300;
/** A finger that moves less than the first is a tap; one that moves more than the second, a swipe. */
const TAP_PX = 10;
const SWIPE_PX = 60;

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const difference = (one: Point, other: Point) => ({ x: one.x - other.x, y: one.y - other.y });

/** A photograph over the whole screen, to be looked at from near, and to be removed. */
export function PhotoDialog({ lead, photo, open, close }: PhotoDialogProps) {
  const { photos } = lead;
  const index = photos.indexOf(photo);
  const title = `Photograph ${index + 1} of ${photos.length}`;
  const name = { lead: lead.id, id: photo };
  const full = usePhoto(name, "full");
  const thumbnail = usePhoto(name, "thumbnail");
  const [zoom, setZoom] = useState(FIT);
  /** what is asked before it is removed, or why it was not */
  const [question, setQuestion] = useState("");
  const stage = useRef<HTMLDivElement>(null);
  const room = () => stage.current?.getBoundingClientRect() ?? new DOMRect();

  const step = (steps: number) => {
    open(photos.at((index + steps) % photos.length));
    setZoom(FIT);
    setQuestion("");
  };
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) =>
    setZoom((before) => zoomed(before, factor, at, room()));
  const move = (by: Point) => setZoom((before) => moved(before, by, room()));
  const remove = async () => {
    try {
      await request("delete", "/leads/{lead}/photos/{id}", { path: name });
    } catch (error) {
      setQuestion(`It is still there. ${(error as Error).message}`);
      return;
    }
    refreshAnswers(`lead/${lead.id}/`);
    if (photos.length === 1) return close();
    step(1);
    // What was pressed is gone.
    stage.current?.closest("dialog")?.querySelector("h2")?.focus();
  };

  const press = ({ key }: KeyboardEvent) => {
    const isNear = zoom.scale > 1;
    if (key === "+" || key === "=") zoomBy(NEARER);
    else if (key === "-") zoomBy(1 / NEARER);
    else if (key === "ArrowUp") move({ x: 0, y: ARROW_PX });
    else if (key === "ArrowDown") move({ x: 0, y: -ARROW_PX });
    else if (key === "ArrowLeft" && isNear) move({ x: ARROW_PX, y: 0 });
    else if (key === "ArrowRight" && isNear) move({ x: -ARROW_PX, y: 0 });
    else if (key === "ArrowLeft") step(-1);
    else if (key === "ArrowRight") step(1);
  };
  const gestures = useGestures({
    room,
    move,
    zoomBy,
    tapTwice: (at) => (zoom.scale > 1 ? setZoom(FIT) : zoomBy(NEAR, at)),
    swipe: (steps) => zoom.scale === 1 && step(steps),
  });

  const neighbour = (label: string, icon: IconName, steps: number) =>
    photos.length > 1 && (
      <button aria-label={label} className="button" onClick={() => step(steps)} type="button">
        <Icon name={icon} />
      </button>
    );
  return (
    <Sheet close={close} data-full onKeyDown={press} title={title}>
      <div className="photo-stage" ref={stage} {...gestures}>
        <img
          alt={title}
          draggable={false}
          src={full ?? thumbnail ?? undefined}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      </div>
      <p className="text-center" role="status">
        {full === null &&
          (thumbnail
            ? "This is a small one: the large one needs a connection."
            : "This photograph needs a connection.")}
      </p>
      <p className="text-center font-semibold" role="alert">
        {question}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {neighbour("Previous", "back", -1)}
        <button
          className="button narrow:order-1"
          onClick={() => setQuestion(question ? "" : "Remove it for everybody? There is no undo.")}
          type="button"
        >
          {question ? "Keep" : "Remove…"}
        </button>
        {question && (
          <button className="button narrow:order-1" data-strong onClick={remove} type="button">
            Remove
          </button>
        )}
        {neighbour("Next", "forward", 1)}
      </div>
    </Sheet>
  );
}

interface Gestures {
  room: () => DOMRect;
  move: (by: Point) => void;
  zoomBy: (factor: number, at: Point) => void;
  tapTwice: (at: Point) => void;
  swipe: (steps: number) => void;
}

/** What a mouse or fingers do on a picture. */
function useGestures({ room, move, zoomBy, tapTwice, swipe }: Gestures) {
  const fingers = useRef(new Map<number, Point>());
  /** Where a finger came down, until there is a second one. */
  const start = useRef<Point>(undefined);
  const lastTap = useRef(Number.NEGATIVE_INFINITY);
  const at = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = room();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  return {
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
      const { x, y } = difference(now, before);
      if (!other) return move({ x, y });
      const middle = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
      zoomBy(distance(now, other) / Math.max(1, distance(before, other)), middle);
      move({ x: x / 2, y: y / 2 });
    },
    onPointerUp(event: PointerEvent) {
      fingers.current.delete(event.pointerId);
      if (!start.current) return;
      const { x, y } = difference(at(event), start.current);
      if (Math.hypot(x, y) < TAP_PX) {
        const isSecond = event.timeStamp - lastTap.current < DOUBLE_TAP_MS;
        lastTap.current = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp;
        if (isSecond) tapTwice(at(event));
      } else if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) swipe(x < 0 ? 1 : -1);
    },
    onPointerCancel(event: PointerEvent) {
      fingers.current.delete(event.pointerId);
    },
  };
}
