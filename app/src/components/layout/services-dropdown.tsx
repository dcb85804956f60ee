import type { NavigationGroup } from "../../content/navigation";
import { Icon } from "../ui/icon";
import { useCurrentPath } from "./current-path";
import { NavigationLink, navigationStyle } from "./navigation-link";

/** A navigation group that opens below its label; also on hover and by ArrowDown (`page-script/menus.ts`). */
export function ServicesDropdown({ group }: { group: NavigationGroup }) {
  const active = useCurrentPath().startsWith(group.under);
  return (
    <details data-dropdown="" className="group relative">
      <summary className={navigationStyle({ active, className: "cursor-pointer list-none gap-1" })}>
        {group.label}
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full left-0 z-10 mt-2 w-60 rounded-md border border-paper-200 bg-paper-0 p-2 [box-shadow:0_16px_40px_rgb(11_29_21/0.18)] before:absolute before:inset-x-0 before:bottom-full before:h-2">
        {group.links.map((link) => (
          <li key={link.to}>
            <NavigationLink link={link} />
          </li>
        ))}
      </ul>
    </details>
  );
}
