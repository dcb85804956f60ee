import { type PictureName, pictureFile, pictures } from "../content/pictures";

const files = import.meta.glob<string>("../pictures/*", {
  query: "?url",
  import: "default",
  eager: true,
});

/**
 * A picture of `content/pictures.ts`, in room that is reserved for it. It is loaded when it comes
 * near the screen; `priority` is for the one that the visitor sees first.
 */
export function Picture({
  name,
  priority = false,
  decorative = false,
  className,
}: {
  name: PictureName;
  priority?: boolean;
  /** Whether the words beside it say the same, so that a screen reader passes it over. */
  decorative?: boolean;
  className?: string;
}) {
  const { width, height, alt } = pictures[name];
  return (
    <img
      src={files[`../pictures/${pictureFile(name)}`]}
      width={width}
      height={height}
      alt={decorative ? "" : alt}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      className={className}
    />
  );
}
