import { useEffect, useState } from "react";
import type { PhotoPath } from "../api/server.ts";
import { useIsOffline } from "../data/answers.ts";
import { type PhotoSize, photoAddress, readPhoto } from "../data/photos.ts";

/** The source of a photograph's image: `undefined` until it is there, `null` where it cannot be had. */
export function usePhoto(path: PhotoPath, size: PhotoSize): string | null | undefined {
  const address = photoAddress(path, size);
  const [image, setImage] = useState<{ address: string; source: string | null }>();
  const source = image?.address === address ? image.source : undefined;
  const isThere = typeof source === "string";
  const isOffline = useIsOffline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is tried again when the network comes or goes.
  useEffect(() => {
    if (isThere) return;
    let isWanted = true;
    const take = (source: string | null) => isWanted && setImage({ address, source });
    readPhoto(address, size).then(take, () => take(null));
    return () => {
      isWanted = false;
    };
  }, [address, size, isThere, isOffline]);
  return source;
}

/** A small photograph, in a room that is there before it. Without it, its words stand there. */
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
