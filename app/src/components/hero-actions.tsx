import type { Service } from "validator-wasm";
import { serviceAt } from "../content/estimate-address";
import { reviewOf } from "../content/testimonials";
import { CallButton } from "./call-button";
import { EstimateLink } from "./estimate-link";
import { useCurrentPath } from "./layout/current-path";
import { Proof } from "./proof";
import { cn } from "./ui/cn";

/** The asks of a page's head, and why to trust them. On phones the call is the bar's (`layout/call-bar.tsx`). */
export function HeroActions({
  reviewed,
  ground = "dark",
  rating,
  reviewClassName,
  className = "mt-7",
}: {
  /** Of what the review that stands below is; of the page's own service, if it is about one. */
  reviewed?: Service;
  ground?: "dark" | "light";
  /** Whether the rating stands there too. */
  rating?: boolean;
  reviewClassName?: string;
  className?: string;
}) {
  const dark = ground === "dark";
  const ownService = serviceAt(useCurrentPath());
  const service = reviewed ?? ownService;
  return (
    <div className={className}>
      <div className="flex flex-wrap gap-3">
        <CallButton size="lg" variant={dark ? "accent" : "premium"} className="max-md:hidden" />
        <EstimateLink
          size="lg"
          variant={dark ? "outline-lime" : "default"}
          className={cn(
            "max-md:w-full",
            dark && "max-md:border-paper-50 max-md:bg-paper-50 max-md:text-canopy-950",
          )}
        />
      </div>
      <Proof
        review={service && reviewOf(service)}
        rating={rating}
        reviewClassName={reviewClassName}
        className={cn("mt-5", dark ? "text-canopy-200" : "text-bark-800")}
      />
    </div>
  );
}
