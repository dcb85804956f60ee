import { useEffect, useState } from "react";
import type { PhotoPath } from "../api/server.ts";
import { type PhotoSize, photoUrl, readPhoto } from "../data/photos.ts";
import { useIsOffline } from "../data/queries.ts";

/** Returns a photo's source: `undefined` until it is loaded, `null` if it cannot be loaded. */
export function usePhoto(path: PhotoPath, size: PhotoSize): string | null | undefined {
  const url = photoUrl(path, size);
  const [image, setImage] = useState<{ url: string; source: string | null }>();
  const source = image?.url === url ? image.source : undefined;
  const isLoaded = typeof source === "string";
  const isOffline = useIsOffline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed load is tried again when the network changes.
  useEffect(() => {
    if (isLoaded) return;
    let isCurrent = true;
    const show = (source: string | null) => isCurrent && setImage({ url, source });
    readPhoto(url, size).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [url, size, isLoaded, isOffline]);
  return source;
}

/** A thumbnail of a fixed size. If it cannot be loaded, its alternative text is shown. */
export function Thumbnail({
  alt,
  className,
  ...photo
}: PhotoPath & { alt: string; className: string }) {
  const source = usePhoto(photo, "thumbnail");
  return (
    <img
      alt={alt}
      className={`bg-sunk object-cover text-sm ${source === undefined ? "text-transparent" : ""} ${className}`}
      src={source ?? undefined}
    />
  );
}
