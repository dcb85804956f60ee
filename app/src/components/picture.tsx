import photographs from "virtual:photographs";
import { pictures } from "../content/picture-sizes";
import { type PictureName, pictureAlt } from "../content/pictures";
import { cn } from "./ui/cn";

/**
 * How wide a picture is shown that fills a phone. Phones with two or three pixels for one are told less, so
 * that each takes the file of 640 pixels: nobody sees the difference, and the next one has four times the bytes.
 */
export const screenWide =
  "(max-width: 40rem) and (min-resolution: 2.5dppx) 48vw, (max-width: 40rem) and (min-resolution: 1.5dppx) 76vw, 100vw";

/** How wide one is that shares the page with its text. */
const halfPage = `(min-width: 80rem) 38rem, (min-width: 62rem) 50vw, ${screenWide}`;

/** The address of a drawing's source file, in whose place the build puts that of the built one. */
const drawing = (name: PictureName) => `/src/pictures/${name}.svg`;

/**
 * A picture far down a page with many, not rendered until it comes near: on slow lines browsers load lazy pictures
 * from 2,500 px away. Its frame, shaped by `className`, says meanwhile what is to be seen.
 */
export function LatePicture({
  name,
  sizes,
  className,
}: {
  name: PictureName;
  sizes?: string;
  className?: string;
}) {
  const alt = pictureAlt(name);
  return (
    <div
      {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
      className={cn("rendered-late", className)}
    >
      <Picture name={name} sizes={sizes} decorative className="h-auto w-full" />
    </div>
  );
}

/** A picture, or the photograph in its place, loaded when it comes near: `priority` for the one that is seen first. */
export function Picture({
  name,
  wide,
  sizes = halfPage,
  priority = false,
  decorative = false,
  className,
}: {
  name: PictureName;
  /** The same scene in the shape that fits screens from 48 rem (Tailwind's `md`). */
  wide?: PictureName;
  /** How wide it is shown, from which a browser chooses the file of a photograph. */
  sizes?: string;
  priority?: boolean;
  /** Whether the words beside it say the same, so that a screen reader passes it over. */
  decorative?: boolean;
  className?: string;
}) {
  const photograph = photographs[name];
  const picture = pictures[name];
  // A place for a photograph alone.
  if (!photograph && picture.alt === undefined) return null;
  const { width, height } = photograph ?? picture;
  const image = (
    <img
      src={photograph?.src ?? drawing(name)}
      width={width}
      height={height}
      alt={decorative ? "" : pictureAlt(name)}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      className={photograph ? cn(`bg-${photograph.ground}`, className) : className}
    />
  );
  if (!wide && !photograph) return image;
  return (
    <picture className="contents">
      {wide && <Sources name={wide} media="(min-width: 48rem)" sizes={sizes} />}
      {photograph && <Sources name={name} sizes={sizes} />}
      {image}
    </picture>
  );
}

/** What a browser chooses a picture from, the best format first. */
function Sources({ name, media, sizes }: { name: PictureName; media?: string; sizes: string }) {
  const photograph = photographs[name];
  const { width, height } = photograph ?? pictures[name];
  if (!photograph)
    return <source media={media} srcSet={drawing(name)} width={width} height={height} />;
  return Object.entries(photograph.srcSets).map(([format, srcSet]) => (
    // Hidden, or it would be a cell of the grid that the picture stands in.
    <source
      key={format}
      hidden
      media={media}
      type={`image/${format}`}
      srcSet={srcSet}
      sizes={sizes}
      width={width}
      height={height}
    />
  ));
}
