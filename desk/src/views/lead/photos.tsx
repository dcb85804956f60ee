import { shrinkPhoto } from "browser/shrink-photo";
import { useRef, useState } from "react";
import type { Lead } from "../../api/server.ts";
import { useIsOffline } from "../../data/queries.ts";
import { addPhoto, removePhoto, useUnsentPhotos } from "../../data/unsent-photos.ts";
import { Button, Problem } from "../../parts/form.tsx";
import { Thumbnail } from "../../parts/photo.tsx";
import { counted } from "../../words/lead.ts";
import { PhotoDialog } from "./photo-dialog.tsx";

/** A lead's photos, and a button that adds photos. */
export function Photos({ lead }: { lead: Lead }) {
  const { id, photos } = lead;
  const [open, setOpen] = useState<string>();
  const isOpen = open !== undefined && photos.includes(open);
  return (
    <section aria-labelledby="photos">
      <h2 className={photos.length === 0 ? "sr-only" : "text-lg leading-normal"} id="photos">
        Photos
      </h2>
      {photos.length > 0 && (
        <ul className="-mx-4 mt-2 flex scroll-px-4 gap-2 overflow-x-auto overscroll-x-contain px-4 py-1">
          {photos.map((photo, index) => (
            <li className="flex-none" key={photo}>
              <Button className="" onClick={() => setOpen(photo)}>
                <Thumbnail
                  alt={`Photo ${index + 1} of ${photos.length}`}
                  className="h-30 w-40 rounded-sm"
                  id={photo}
                  lead={id}
                />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPhotos lead={id} />
      {isOpen && <PhotoDialog lead={lead} photo={open} show={setOpen} />}
    </section>
  );
}

function AddPhotos({ lead }: { lead: string }) {
  const input = useRef<HTMLInputElement>(null);
  const isOffline = useIsOffline();
  const unsent = useUnsentPhotos().filter((photo) => photo.lead === lead);
  const refused = unsent.filter(({ refusal }) => refusal);
  const waiting = unsent.length - refused.length;
  const add = async (files: File[]) => {
    for (const photo of refused) void removePhoto(photo);
    for (const file of files) await addPhoto(lead, file.name, (await shrinkPhoto(file)).file);
  };
  return (
    <>
      <input
        accept="image/jpeg,image/png,image/webp"
        hidden
        multiple
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          // Otherwise the same file could not be chosen again.
          target.value = "";
        }}
        ref={input}
        type="file"
      />
      <Button className="link min-h-12" onClick={() => input.current?.click()}>
        Add a photo
      </Button>
      <p role="status">
        {waiting > 0 && !isOffline && `Sending ${counted(waiting, "photo")}…`}
        {waiting > 0 && isOffline && `Waits for a connection: ${counted(waiting, "photo")}`}
      </p>
      {refused.map(({ id, name, refusal }) => (
        <Problem key={id}>
          {name} was not added. {refusal}
        </Problem>
      ))}
    </>
  );
}
