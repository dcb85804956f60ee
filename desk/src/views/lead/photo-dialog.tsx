import { type KeyboardEvent, useState } from "react";
import { type Lead, request } from "../../api/server.ts";
import { Button } from "../../parts/form.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { usePhoto } from "../../parts/photo.tsx";
import { Sheet } from "./sheet.tsx";
import { useZoom } from "./zoom.ts";

interface PhotoDialogProps {
  lead: Lead;
  photo: string;
  show: (photo: string | undefined) => void;
}

const KEY_FACTOR = 1.5;
const KEY_PX = 80;

/** A full-screen photo, with zoom and removal. */
export function PhotoDialog({ lead, photo, show }: PhotoDialogProps) {
  const { photos } = lead;
  const index = photos.indexOf(photo);
  const title = `Photo ${index + 1} of ${photos.length}`;
  const path = { lead: lead.id, id: photo };
  const full = usePhoto(path, "full");
  const thumbnail = usePhoto(path, "thumbnail");
  /** the question before a removal, or the reason why the removal failed */
  const [question, setQuestion] = useState("");
  const step = (steps: number) => {
    show(photos.at((index + steps) % photos.length));
    reset();
    setQuestion("");
  };
  const { zoom, move, zoomBy, reset, stage } = useZoom(step);
  const remove = async () => {
    try {
      await request("delete", "/leads/{lead}/photos/{id}", { path });
    } catch (error) {
      return setQuestion(`It is still there. ${(error as Error).message}`);
    }
    if (photos.length === 1) return show(undefined);
    step(1);
  };
  const press = ({ key }: KeyboardEvent) => {
    const side = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (key === "+" || key === "=") zoomBy(KEY_FACTOR);
    else if (key === "-") zoomBy(1 / KEY_FACTOR);
    else if (key === "ArrowUp") move(0, KEY_PX);
    else if (key === "ArrowDown") move(0, -KEY_PX);
    else if (side !== 0 && zoom.scale > 1) move(-side * KEY_PX, 0);
    else if (side !== 0) step(side);
  };
  const stepButton = (label: string, icon: IconName, steps: number) =>
    photos.length > 1 && (
      <Button aria-label={label} onClick={() => step(steps)}>
        <Icon name={icon} />
      </Button>
    );
  return (
    <Sheet
      className="on-dark flex h-dvh max-h-none w-full max-w-none flex-col gap-2 overscroll-contain bg-canopy-950 px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-paper-50 motion-safe:animate-[rise_160ms_ease-out] forced-colors:border-2"
      close={() => show(undefined)}
      data-full
      onKeyDown={press}
      title={title}
    >
      <div className="min-h-0 flex-1 touch-none select-none overflow-hidden" {...stage}>
        <img
          alt={title}
          className="size-full object-contain"
          draggable={false}
          src={full ?? thumbnail ?? undefined}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      </div>
      <p className="text-center" role="status">
        {full === null &&
          (thumbnail
            ? "This is a small one: the large one needs a connection."
            : "This photo needs a connection.")}
      </p>
      <p className="text-center font-semibold" role="alert">
        {question}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {stepButton("Previous", "back", -1)}
        <Button
          className="button narrow:order-1"
          onClick={() => setQuestion(question ? "" : "Remove it for everybody? There is no undo.")}
        >
          {question ? "Keep" : "Remove…"}
        </Button>
        {question && (
          <Button className="button narrow:order-1" data-strong onClick={remove}>
            Remove
          </Button>
        )}
        {stepButton("Next", "forward", 1)}
      </div>
    </Sheet>
  );
}
