import type { ReactNode } from "react";
import { estimateAddress } from "../content/estimate-address";
import { estimateLink } from "../content/sections";
import { useCurrentPath } from "./layout/current-path";
import { type ButtonStyle, buttonStyle } from "./ui/button";

/** A link to the form that passes on the service of the page. */
export function EstimateLink({
  children = estimateLink.label,
  variant,
  size,
  className,
}: ButtonStyle & { children?: ReactNode; className?: string }) {
  return (
    <a
      href={estimateAddress(useCurrentPath())}
      className={buttonStyle({ variant, size, className })}
    >
      {children}
    </a>
  );
}
