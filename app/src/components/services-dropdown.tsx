import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { NavigationGroup } from "../content/navigation";
import { NavigationLink, navigationStyle } from "./navigation-link";
import { Icon } from "./ui/icon";

/** A navigation group that opens below its label. Native, so that it opens without React too. */
export function ServicesDropdown({ group }: { group: NavigationGroup }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  const active = pathname.startsWith(group.under);

  const close = () => details.current?.removeAttribute("open");

  useEffect(() => {
    function onPointerDown({ target }: PointerEvent) {
      if (target instanceof Node && !details.current?.contains(target)) close();
    }
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !details.current?.open) return;
    close();
    details.current.querySelector("summary")?.focus();
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <details ref={details} className="group relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className={navigationStyle({ active, className: "cursor-pointer list-none gap-1" })}>
        {group.label}
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full left-0 z-10 mt-2 w-60 rounded-md border border-paper-200 bg-paper-0 p-2 shadow-[0_16px_40px_rgb(11_29_21/0.18)]">
        {group.links.map((link) => (
          <li key={link.to}>
            <NavigationLink link={link} onClick={close} />
          </li>
        ))}
      </ul>
    </details>
  );
}
