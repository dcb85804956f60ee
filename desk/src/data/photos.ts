import { fileAddress, getImage, type Lead, type PhotoPath } from "../api/server.ts";
import { mayKeep } from "../api/session.ts";

// Photographs that were seen are kept on the phone, as long as their lead is and has them: a cache for each
// size. The service worker removes what begins with "desk-".

/** How many are kept: those that were seen last. */
const MAX_KEPT = { full: 40, thumbnail: 200 };

export type PhotoSize = keyof typeof MAX_KEPT;

// Not without HTTPS: then photographs are seen, and none is kept.
const open = async (size: PhotoSize) => caches.open(`photos-${size}`);

/** Where a photograph is, at the server and in its cache. */
export const photoAddress = (path: PhotoPath, size: PhotoSize) =>
  size === "full"
    ? fileAddress("/leads/{lead}/photos/{id}", { path })
    : fileAddress("/leads/{lead}/photos/{id}/thumbnail", { path });

/**
 * Reads a photograph from this phone, or from the server.
 *
 * @returns a `data:` address: the page may show no other that is not the server's
 * @throws where neither has it
 */
export async function readPhoto(address: string, size: PhotoSize): Promise<string> {
  const cache = await open(size).catch(() => undefined);
  const kept = await cache?.match(address);
  const image = kept ? await kept.blob() : await getImage(address);
  if (cache && mayKeep()) void keep(cache, address, image, MAX_KEPT[size]).catch(() => {});
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(image);
  });
}

/** Keeps an image as the newest, and removes the oldest beyond a number. */
async function keep(cache: Cache, address: string, image: Blob, max: number): Promise<void> {
  await cache.put(address, new Response(image));
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - max))) await cache.delete(old);
}

/** Removes from this phone the photographs that are not of these leads, as they are now. */
export async function keepPhotosOf(leads: ReadonlyMap<string, Lead>): Promise<void> {
  const remove = async (size: PhotoSize) => {
    const cache = await open(size);
    for (const { url } of await cache.keys()) {
      const [, lead = "", id = ""] = /\/leads\/([^/]+)\/photos\/([^/]+)/.exec(url) ?? [];
      if (!leads.get(lead)?.photos.includes(id)) await cache.delete(url);
    }
  };
  await Promise.allSettled([remove("full"), remove("thumbnail")]);
}
