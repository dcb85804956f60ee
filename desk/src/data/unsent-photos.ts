import { uuidOfTime } from "browser/uuid-of-time.ts";
import { del, get, set, values } from "idb-keyval";
import { useSyncExternalStore } from "react";
import { currentTime } from "../api/clock.ts";
import { createListeners } from "../api/listeners.ts";
import { isSignedOut, isTemporary, putPhoto } from "../api/server.ts";
import { isSignedIn, person } from "../api/session.ts";
import { isStorageRefused, recordStorageRefusal } from "../api/storage.ts";
import { showToast } from "../page/toasts.ts";
import { recordsOf } from "./queries.ts";
import { PHOTOS_WAIT, storeText } from "./stored-text.ts";

// The photos that the server does not have yet, each in its own record in IndexedDB until it is sent.

interface UnsentPhoto {
  id: string;
  lead: string;
  who: string | null;
  /** the file's name */
  name: string;
  file: Blob;
  /** why it was not added. Then it is no longer stored */
  refusal?: string;
}

/** The most bytes of photos that wait on a phone. */
const MAX_BYTES = 50_000_000;

const RETRY_DELAY_MS = 10_000;

const records = recordsOf("desk-photos", "photos");

let photos: readonly UnsentPhoto[] = [];
let isSending = false;
const { announce, subscribe } = createListeners();

function replacePhoto(id: string, by: UnsentPhoto[] = []) {
  photos = [...photos.filter((photo) => photo.id !== id), ...by];
  storeText(PHOTOS_WAIT, photos.length > 0 ? "yes" : "");
  announce();
}

/** Returns the photos that were added on this phone and that the server does not have. */
export const useUnsentPhotos = () => useSyncExternalStore(subscribe, () => photos);

/** Sends the photos that an earlier page stored. */
async function restorePhotos(): Promise<void> {
  const stored = await values<UnsentPhoto>(records).catch(() => []);
  for (const photo of stored) if (photo.who === person) replacePhoto(photo.id, [photo]);
  await sendPhotos();
}

addEventListener("online", () => void sendPhotos());
void restorePhotos();

/** Stores a photo of a lead on the phone, and sends it now or once there is a connection. */
export async function addPhoto(lead: string, name: string, file: Blob): Promise<void> {
  const photo = { id: uuidOfTime(currentTime()), lead, who: person, name, file };
  const bytes = photos.reduce((sum, other) => sum + other.file.size, file.size);
  if (bytes > MAX_BYTES) return refuse(photo, "Too many photos wait on this phone to be sent.");
  await set(photo.id, photo, records).catch(recordStorageRefusal);
  replacePhoto(photo.id, [photo]);
  void sendPhotos();
}

function refuse(photo: UnsentPhoto, refusal: string) {
  replacePhoto(photo.id, [{ ...photo, refusal }]);
  const text = `${photo.name} was not added. ${refusal}`;
  showToast({ kind: "problem", about: photo.lead, text });
}

/** Removes a photo that was sent, refused, or given up. */
export async function removePhoto({ id }: UnsentPhoto): Promise<void> {
  replacePhoto(id);
  await del(id, records).catch(() => {});
}

/** Sends the photos in their order. The server adds one that is sent again only once. */
async function sendPhotos(): Promise<void> {
  if (isSending || !isSignedIn()) return;
  isSending = true;
  for (;;) {
    const photo = photos.find(({ refusal }) => !refusal);
    if (!photo) break;
    // If another tab has sent it, somebody may have removed it since.
    const stored = await get(photo.id, records).catch(() => photo);
    const { id, lead, file } = photo;
    const sending = stored || isStorageRefused() ? putPhoto({ lead, id }, file) : undefined;
    const error = await sending?.catch((cause: Error) => cause);
    if (error && (isTemporary(error) || isSignedOut(error))) {
      setTimeout(sendPhotos, RETRY_DELAY_MS);
      break;
    }
    await removePhoto(photo);
    if (error) refuse(photo, error.message);
  }
  isSending = false;
}
