import { business } from "../content/business";
import { PhoneNumber } from "./phone-number";
import { type ButtonLinkProps, buttonStyle } from "./ui/button";
import { Icon } from "./ui/icon";

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
    <a href={business.phone.href} className={buttonStyle({ variant, size, className })}>
      <Icon name="phone" className="shrink-0" />
      {children}
    </a>
  );
}
