import { type MouseEvent, type ReactNode, useRef } from "react";
import { recordPhoneClick } from "../backend/phone-click";
import { business } from "../content/business";
import { type ButtonStyle, buttonStyle } from "./ui/button";
import { Icon } from "./ui/icon";

/**
 * Calls the main number. The click is recorded first, then the dialler opens, whether or not that
 * worked. Until React is there, and for clicks that open something else, it is a plain link.
 */
export function CallButton({
  children = business.phone.display,
  variant = "accent",
  size,
  className,
}: ButtonStyle & { children?: ReactNode; className?: string }) {
  const recording = useRef(false);

  async function recordThenDial(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // One call a click: an impatient second one waits for the first.
    if (recording.current) return;
    recording.current = true;
    try {
      await recordPhoneClick();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
    recording.current = false;
    window.location.href = business.phone.href;
  }

  return (
    <a
      href={business.phone.href}
      onClick={recordThenDial}
      className={buttonStyle({ variant, size, className })}
    >
      <Icon name="phone" className="shrink-0" />
      {children}
    </a>
  );
}
