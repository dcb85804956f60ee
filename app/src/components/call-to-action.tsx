import { type CallToAction as Copy, estimateLink } from "../content/sections";
import { CallButton } from "./call-button";
import { EstimateLink } from "./estimate-link";
import { SectionHead } from "./section-head";
import { buttonStyle } from "./ui/button";

/** The call to action at the end of a page. The footer's canopy grows from its ground. */
export function CallToAction({ copy }: { copy: Copy }) {
  return (
    <section className="bg-paper-100 pt-band pb-28 md:pb-40">
      <div className="page grid items-end gap-x-14 gap-y-room-8 lg:grid-cols-[1fr_auto]">
        <SectionHead copy={copy} />
        <div className="flex flex-wrap gap-2 max-sm:*:min-h-12 max-sm:*:grow max-sm:*:text-base sm:gap-3">
          {!copy.withoutCall && <CallButton variant="premium" size="lg" />}
          {!copy.links?.some(({ to }) => to === estimateLink.to) && <EstimateLink size="lg" />}
          {copy.links?.map(({ label, to }) => (
            <a key={to} href={to} className={buttonStyle({ variant: "outline", size: "lg" })}>
              {label}
            </a>
          ))}
        </div>
      </div>
    </section>
  );
}
