import { type PictureName, pictureFile, pictures } from "../content/pictures";
import { cn } from "./ui/cn";

/** The address of the source file, in whose place the build puts that of the built one. */
const fileUrl = (name: PictureName) => `/src/pictures/${pictureFile(name)}`;

/**
 * A picture that is far down a page with many. On slow lines browsers load lazy pictures from 2,500 px
 * away, which could be all of them at once; this one is not rendered until it comes near. Its frame says
 * meanwhile what is to be seen, if it is more than the words beside it. `className` gives the frame its shape.
 */
export function LatePicture({ name, className }: { name: PictureName; className: string }) {
  const { alt } = pictures[name];
  return (
    <div
      {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
      className={cn("rendered-late", className)}
    >
      <Picture name={name} decorative className="h-auto w-full" />
    </div>
  );
}

/**
 * A picture of `content/pictures.ts`, in room that is reserved for it. It is loaded when it comes
 * near the screen; `priority` is for the one that the visitor sees first.
 */
export function Picture({
  name,
  wide,
  priority = false,
  decorative = false,
  className,
}: {
  name: PictureName;
  /** The same scene in the shape that fits screens from 48 rem (Tailwind's `md`). */
  wide?: PictureName;
  priority?: boolean;
  /** Whether the words beside it say the same, so that a screen reader passes it over. */
  decorative?: boolean;
  className?: string;
}) {
  const { width, height, alt } = pictures[name];
  const image = (
    <img
      src={fileUrl(name)}
      width={width}
      height={height}
      alt={decorative ? "" : alt}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      className={className}
    />
  );
  if (!wide) return image;
  return (
    <picture className="contents">
      <source
        media="(min-width: 48rem)"
        srcSet={fileUrl(wide)}
        width={pictures[wide].width}
        height={pictures[wide].height}
      />
      {image}
    </picture>
  );
}
