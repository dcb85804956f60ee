import { photographs, pictures } from "virtual:pictures";
import { type PictureName, pictureAlt } from "../content/pictures";
import { cn } from "./ui/cn";

/**
 * The displayed width of a picture that fills a phone. Phones with two or three pixels per CSS pixel get a smaller
 * value, so that they load the 640-pixel file: nobody sees the difference, and the next has four times the bytes.
 */
export const screenWide =
  "(max-width: 40rem) and (min-resolution: 2.5dppx) 48vw, (max-width: 40rem) and (min-resolution: 1.5dppx) 76vw, 100vw";

/** The displayed width of a picture that shares the page with its text. */
const halfPage = `(min-width: 80rem) 38rem, (min-width: 62rem) 50vw, ${screenWide}`;

/** Returns the address of a drawing's source file, which the build replaces with the address of the built file. */
const drawing = (name: PictureName) => `/src/pictures/${name}.svg`;

interface PictureProps {
  name: PictureName;
  /** The displayed width, by which a browser chooses the file of a photo. */
  sizes?: string;
  className?: string;
}

/**
 * A picture far down a page with many. It is rendered when it comes near: on slow connections browsers load
 * lazy pictures from 2,500 px away. Until then its frame, shaped by `className`, has the picture's label.
 */
export function LatePicture({ name, sizes, className }: PictureProps) {
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

/** A picture, or the photo that replaces it. It loads late, except with `priority`, for the picture seen first. */
export function Picture({
  name,
  wide,
  sizes = halfPage,
  priority = false,
  decorative = false,
  className,
}: PictureProps & {
  /** The same scene in the format for screens from 48 rem (Tailwind's `md`). */
  wide?: PictureName;
  priority?: boolean;
  /** Whether the text beside it says the same, so that a screen reader skips it. */
  decorative?: boolean;
}) {
  const photograph = photographs[name];
  const picture = pictures[name];
  // The picture has no drawing, and no photo yet.
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
      className={photograph ? cn("bg-paper-200", className) : className}
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

/** The sources that a browser chooses a picture from, the best format first. */
function Sources({ name, media, sizes }: { name: PictureName; media?: string; sizes: string }) {
  const photograph = photographs[name];
  const { width, height } = photograph ?? pictures[name];
  if (!photograph)
    return <source media={media} srcSet={drawing(name)} width={width} height={height} />;
  return Object.entries(photograph.srcSets).map(([format, srcSet]) => (
    // Hidden, because it would otherwise be a cell of the grid around the picture.
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
