import { estimateLink } from "../content/sections";
import { CallButton } from "./call-button";
import { buttonStyle } from "./ui/button";

/** What a visitor can do from the head of a page: call, or ask for an estimate. For dark grounds. */
export function HeroActions() {
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      <CallButton size="lg" />
      <a href={estimateLink.to} className={buttonStyle({ variant: "outline-lime", size: "lg" })}>
        {estimateLink.label}
      </a>
    </div>
  );
}
