import { type Founder, founders } from "../content/founders";
import { hasPhotograph } from "../content/pictures";
import { Picture } from "./picture";
import { cn } from "./ui/cn";

/** The face of a founder, if there is a photograph of it. */
export function FounderFace({
  founder: { portrait },
  sizes,
  className,
}: {
  founder: Founder;
  sizes: string;
  className: string;
}) {
  return hasPhotograph(portrait) && <Picture name={portrait} sizes={sizes} className={className} />;
}

/** The founders of whom there is a photograph, each face with its name. */
export function FounderFaces({ className }: { className: string }) {
  const shown = founders.filter(({ portrait }) => hasPhotograph(portrait));
  if (shown.length === 0) return null;
  return (
    <ul className={cn("flex flex-wrap gap-x-6 gap-y-3", className)}>
      {shown.map((founder) => (
        <li key={founder.name} className="flex items-center gap-3 font-semibold text-sm">
          <FounderFace founder={founder} sizes="3.5rem" className="size-14 rounded-full" />
          {founder.name}
        </li>
      ))}
    </ul>
  );
}
