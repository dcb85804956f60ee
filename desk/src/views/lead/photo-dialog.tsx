import { type KeyboardEvent, useState } from "react";
import { type Lead, request } from "../../api/server.ts";
import { refreshAnswers } from "../../data/answers.ts";
import { Button } from "../../parts/button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { usePhoto } from "../../parts/photo.tsx";
import { Sheet } from "./sheet.tsx";
import { useZoom } from "./zoom.ts";

interface PhotoDialogProps {
  lead: Lead;
  /** the id of the one that is shown */
  photo: string;
  /** shows another one, or none */
  show: (photo: string | undefined) => void;
}

const KEY_FACTOR = 1.5;
const KEY_PX = 80;

/** A photograph over the whole screen, to be looked at from near, and to be removed. */
export function PhotoDialog({ lead, photo, show }: PhotoDialogProps) {
  const { photos } = lead;
  const index = photos.indexOf(photo);
  const title = `Photograph ${index + 1} of ${photos.length}`;
  const name = { lead: lead.id, id: photo };
  const full = usePhoto(name, "full");
  const thumbnail = usePhoto(name, "thumbnail");
  /** what is asked before it is removed, or why it was not */
  const [question, setQuestion] = useState("");
  const step = (steps: number) => {
    show(photos.at((index + steps) % photos.length));
    reset();
    setQuestion("");
  };
  const { zoom, move, zoomBy, reset, stage } = useZoom(step);
  const remove = async () => {
    try {
      await request("delete", "/leads/{lead}/photos/{id}", { path: name });
    } catch (error) {
      return setQuestion(`It is still there. ${(error as Error).message}`);
    }
    refreshAnswers(`lead/${lead.id}/`);
    if (photos.length === 1) return show(undefined);
    step(1);
    // What was pressed is gone.
    stage.ref.current?.closest("dialog")?.querySelector("h2")?.focus();
  };
  const press = ({ key }: KeyboardEvent) => {
    const isNear = zoom.scale > 1;
    if (key === "+" || key === "=") zoomBy(KEY_FACTOR);
    else if (key === "-") zoomBy(1 / KEY_FACTOR);
    else if (key === "ArrowUp") move(0, KEY_PX);
    else if (key === "ArrowDown") move(0, -KEY_PX);
    else if (key === "ArrowLeft" && isNear) move(KEY_PX, 0);
    else if (key === "ArrowRight" && isNear) move(-KEY_PX, 0);
    else if (key === "ArrowLeft") step(-1);
    else if (key === "ArrowRight") step(1);
  };
  const neighbour = (label: string, icon: IconName, steps: number) =>
    photos.length > 1 && (
      <Button aria-label={label} onClick={() => step(steps)}>
        <Icon name={icon} />
      </Button>
    );
  return (
    <Sheet
      className="photo-dialog flex h-dvh max-h-none w-full max-w-none flex-col gap-2 overscroll-contain bg-canopy-950 px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-paper-50 motion-safe:animate-[rise_160ms_ease-out] forced-colors:border-2"
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
            : "This photograph needs a connection.")}
      </p>
      <p className="text-center font-semibold" role="alert">
        {question}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {neighbour("Previous", "back", -1)}
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
        {neighbour("Next", "forward", 1)}
      </div>
    </Sheet>
  );
}
