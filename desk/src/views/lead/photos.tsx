import { randomUuid } from "browser/random-uuid.ts";
import { shrinkPhoto } from "browser/shrink-photo";
import { useRef, useState } from "react";
import { isTemporary, type Lead, putPhoto } from "../../api/server.ts";
import { isServerReached } from "../../data/queries.ts";
import { showToast } from "../../page/toasts.ts";
import { Button, Problem } from "../../parts/form.tsx";
import { Thumbnail } from "../../parts/photo.tsx";
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

interface Upload {
  id: string;
  file: File;
  error?: Error;
}

function AddPhotos({ lead }: { lead: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState("");
  const [failed, setFailed] = useState<Upload[]>([]);
  const send = async (uploads: Upload[]) => {
    const failures: Upload[] = [];
    setFailed([]);
    for (const [index, { id, file }] of uploads.entries()) {
      setProgress(`Sending ${index + 1} of ${uploads.length}…`);
      try {
        await putPhoto({ lead, id }, (await shrinkPhoto(file)).file);
      } catch (error) {
        failures.push({ id, file, error: error as Error });
      }
    }
    setProgress("");
    setFailed(failures);
    const [first] = failures;
    // The view may already be closed.
    if (first && !input.current) showToast({ text: failureInWords(first), kind: "problem" });
  };
  const choose = () => {
    if (isServerReached()) input.current?.click();
    else showToast({ text: "Adding a photo needs a connection.", kind: "problem" });
  };
  const retriable = failed.filter(({ error }) => isTemporary(error));
  return (
    <>
      <input
        accept="image/jpeg,image/png,image/webp"
        hidden
        multiple
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Otherwise the same file could not be chosen again.
          target.value = "";
          void send(files.map((file) => ({ id: randomUuid(), file })));
        }}
        ref={input}
        type="file"
      />
      <Button
        aria-disabled={progress !== ""}
        className="link min-h-12"
        onClick={() => progress === "" && choose()}
      >
        Add a photo
      </Button>
      <p role="status">{progress}</p>
      {failed.map((upload) => (
        <Problem key={upload.id}>{failureInWords(upload)}</Problem>
      ))}
      {retriable.length > 0 && (
        <Button className="button mt-2" onClick={() => send(retriable)}>
          Send again
        </Button>
      )}
    </>
  );
}

const failureInWords = ({ file, error }: Upload) => `${file.name} was not added. ${error?.message}`;
