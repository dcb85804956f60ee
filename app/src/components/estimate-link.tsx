import { estimateAddress } from "../content/estimate-address";
import { estimateLink } from "../content/sections";
import { useCurrentPath } from "./layout/current-path";
import { type ButtonLinkProps, buttonStyle } from "./ui/button";

/** A link to the form that passes on the service of the page, and `details` to fill in. */
export function EstimateLink({
  children,
  variant,
  size,
  className,
  details,
}: ButtonLinkProps & { details?: string }) {
  const style = buttonStyle({ variant, size, className });
  return (
    <a href={estimateAddress(useCurrentPath(), details)} className={style}>
      {children ?? estimateLink.label}
    </a>
  );
}
