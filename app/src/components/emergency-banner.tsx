import type { SectionHead as Copy } from "../content/sections";
import { CallButton } from "./call-button";
import { SectionHead } from "./section-head";
import { StormLink } from "./storm-link";

/** The banner for visitors with an emergency, who have no time to read the rest: therefore orange. */
export function EmergencyBanner({ copy }: { copy: Copy }) {
  return (
    <section className="page">
      <div className="on-dark flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-lg bg-orange-600 @max-large-text:px-2 px-6 py-5 text-paper-0 md:px-10 md:py-8">
        <SectionHead copy={copy}>
          <StormLink />
        </SectionHead>
        <CallButton variant="premium" size="lg" />
      </div>
    </section>
  );
}
