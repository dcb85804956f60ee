import type { ReactNode } from "react";
import type { Hero } from "../content/sections";
import { CallButton } from "./call-button";
import { EstimateLink } from "./estimate-link";
import { Proof, type ProofProps } from "./proof";
import { cn } from "./ui/cn";

type Ground = "canopy-900" | "canopy-700" | "paper";

/** Content that extends below the lower edge is shown; content above the upper edge is clipped. */
const head = "relative z-2 pt-room-14 [clip-path:inset(0_0_-20rem_0)]";

const grounds: Record<Ground, string> = {
  "canopy-900": "on-dark bg-canopy-900 pb-6 text-paper-50",
  "canopy-700": "on-dark bg-canopy-700 pb-6 text-paper-50",
  // The foliage of the next section extends up to here.
  paper: "pb-28 md:pb-44",
};

const line = { "canopy-900": "text-canopy-900", "canopy-700": "text-canopy-700" } as const;

interface PageHeadProps extends Pick<ProofProps, "reviewed" | "rating"> {
  copy: Hero;
  ground?: Ground;
  /** Shown beside the text on wide screens, and below it on others. */
  aside?: ReactNode;
}

/** The head of a page: its main heading, the call and estimate links, and the proof or an `aside`. */
export function PageHead({ copy, ground = "canopy-900", aside, ...proof }: PageHeadProps) {
  const { eyebrow, heading, text } = copy;
  const dark = ground !== "paper";
  const trust = <Proof {...proof} className={dark ? "text-canopy-200" : "text-bark-800"} />;
  return (
    <>
      <section className={cn(head, grounds[ground])}>
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
              <h1 className="text-4xl">{heading}</h1>
            </div>
            <p className="max-w-text text-lg">{text}</p>
            <Asks dark={dark} className="mt-1" />
            {aside && trust}
          </div>
          {aside ?? trust}
        </div>
      </section>
      {dark && <div className={cn("canopy-line", line[ground])} />}
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
