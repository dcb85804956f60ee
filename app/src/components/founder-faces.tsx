import { founders } from "../content/founders";
import { hasPhotograph } from "../content/pictures";
import { Picture } from "./picture";
import { cn } from "./ui/cn";

/** The portraits of the founders that have a photo, each with the founder's name. */
export function FounderFaces({ className }: { className: string }) {
  const shown = founders.filter(({ portrait }) => hasPhotograph(portrait));
  if (shown.length === 0) return null;
  return (
    <ul className={cn("flex flex-wrap gap-x-6 gap-y-3", className)}>
      {shown.map(({ name, portrait }) => (
        <li key={name} className="flex items-center gap-3 font-semibold text-sm">
          <Picture name={portrait} sizes="3.5rem" className="size-14 rounded-full" />
          {name}
        </li>
      ))}
    </ul>
  );
}
