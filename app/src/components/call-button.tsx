import { PHONE_CLICKS } from "../api/phone-click";
import { business } from "../content/business";
import { PhoneNumber } from "./phone-number";
import { type ButtonLinkProps, buttonStyle } from "./ui/button";
import { cn } from "./ui/cn";
import { Icon } from "./ui/icon";

/**
 * The attributes of a link that calls the main number. The browser itself records a press that comes before the
 * page's script, unless it has no pings (Firefox).
 */
export const phoneLink = {
  href: business.phone.href,
  ping: import.meta.env.VITE_PUBLIC_URL + PHONE_CLICKS,
};

/** A link that calls the main number. The page's script records its clicks (`page-script/phone-calls.ts`). */
export function CallButton({
  children = (
    <span>
      Call <PhoneNumber />
    </span>
  ),
  variant = "accent",
  size,
  className,
}: ButtonLinkProps) {
  return (
    <a {...phoneLink} className={buttonStyle({ variant, size, className })}>
      <Icon name="phone" className={cn("shrink-0", size !== "sm" && "@max-large-text:hidden")} />
      {children}
    </a>
  );
}
