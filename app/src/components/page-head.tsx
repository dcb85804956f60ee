import type { ReactNode } from "react";
import type { Hero } from "../content/sections";
import { CallButton } from "./call-button";
import { EstimateLink } from "./estimate-link";
import { Proof, type ProofProps } from "./proof";
import { cn } from "./ui/cn";

/** Content that extends below the lower edge is shown; content above the upper edge is clipped. */
const head = "relative z-2 pt-room-14 [clip-path:inset(0_0_-20rem_0)]";

interface PageHeadProps extends Pick<ProofProps, "reviewed" | "rating"> {
  copy: Hero;
  /** Whether the ground is dark, and ends in the canopy line. */
  dark?: boolean;
  /** Whether the link to the form is shown on phones too, where the call bar has both links. */
  asksOnPhones?: boolean;
  /** Shown beside the text on wide screens, and below it on others. */
  aside?: ReactNode;
}

/** The head of a page: its main heading, the call and estimate links, and the proof or an `aside`. */
export function PageHead({ copy, dark = true, asksOnPhones, aside, ...proof }: PageHeadProps) {
  const { eyebrow, heading, text } = copy;
  const trust = <Proof {...proof} className={dark ? "text-canopy-200" : "text-bark-800"} />;
  return (
    <>
      <section className={cn(head, dark && "on-dark bg-canopy-900 pb-6 text-paper-50")}>
        <div
          className={cn(
            "page grid items-end gap-x-14 gap-y-5",
            aside ? "lg:grid-cols-[1.2fr_1fr]" : "lg:grid-cols-[1.5fr_1fr]",
          )}
        >
          <div className={cn("grid gap-y-room-5", aside && "lg:pb-8")}>
            <div>
              <p
                className={cn("mb-room-3 font-semibold", dark ? "text-lime-400" : "text-bark-500")}
              >
                {eyebrow}
              </p>
              <h1>{heading}</h1>
            </div>
            <p className="max-w-text text-balance text-lg">{text}</p>
            <Asks dark={dark} className={asksOnPhones ? "mt-1" : "mt-1 max-md:hidden"} />
            {aside && trust}
          </div>
          {aside ?? trust}
        </div>
      </section>
      {dark && <div className="canopy-line text-canopy-900" />}
    </>
  );
}

/** The call and estimate links of a page's head. On phones the call is in the call bar (`layout/call-bar.tsx`). */
export function Asks({ dark = true, className }: { dark?: boolean; className: string }) {
  return (
    <div className={cn("flex flex-wrap gap-3", className)}>
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
  );
}
