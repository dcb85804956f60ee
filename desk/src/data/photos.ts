import { getImage, type Lead, type PhotoPath, urlOf } from "../api/server.ts";
import { mayStore } from "../api/session.ts";

// The photos that were viewed last are cached on the phone, in one cache for each size, until their lead no
// longer has them. The caches' names do not start with "desk-": the service worker removes such caches.

const MAX_CACHED = { full: 40, thumbnail: 200 };

export type PhotoSize = keyof typeof MAX_CACHED;

// Fails without HTTPS. Then nothing is cached.
const open = async (size: PhotoSize) => caches.open(`photos-${size}`);

/** Returns the URL of a photo, which is also its key in the cache. */
export const photoUrl = (path: PhotoPath, size: PhotoSize) =>
  size === "full"
    ? urlOf("/leads/{lead}/photos/{id}", { path })
    : urlOf("/leads/{lead}/photos/{id}/thumbnail", { path });

/**
 * Reads a photo from the cache, or from the server.
 *
 * @returns a `data:` URL, because the Content-Security-Policy does not allow `blob:`
 * @throws if neither the cache nor the server has the photo
 */
export async function readPhoto(url: string, size: PhotoSize): Promise<string> {
  const cache = await open(size).catch(() => undefined);
  const cached = await cache?.match(url);
  const image = cached ? await cached.blob() : await getImage(url);
  if (cache && mayStore()) void store(cache, url, image, MAX_CACHED[size]).catch(() => {});
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(image);
  });
}

/** Caches an image as the newest, and removes the oldest ones beyond the maximum. */
async function store(cache: Cache, url: string, image: Blob, max: number): Promise<void> {
  await cache.put(url, new Response(image));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - max))) await cache.delete(old);
}

/** Removes the cached photos that belong to none of these leads. */
export async function prunePhotos(leads: ReadonlyMap<string, Lead>): Promise<void> {
  const remove = async (size: PhotoSize) => {
    const cache = await open(size);
    for (const { url } of await cache.keys()) {
      const [, lead = "", id = ""] = /\/leads\/([^/]+)\/photos\/([^/]+)/.exec(url) ?? [];
      if (!leads.get(lead)?.photos.includes(id)) await cache.delete(url);
    }
  };
  await Promise.allSettled([remove("full"), remove("thumbnail")]);
}
