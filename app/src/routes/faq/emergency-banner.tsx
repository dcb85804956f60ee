import { CallButton } from "../../components/call-button";
import type { SectionHead } from "../../content/sections";

/** The way out of a page for somebody who has no time for it. */
export function EmergencyBanner({ copy }: { copy: SectionHead }) {
  return (
    <section className="on-dark bg-orange-600 py-12 text-paper-0 md:py-16">
      <div className="page flex flex-wrap items-end justify-between gap-x-14 gap-y-7">
        <div>
          <h2 className="text-3xl">{copy.heading}</h2>
          <p className="mt-3 text-lg">{copy.text}</p>
        </div>
        <CallButton variant="premium" size="lg" />
      </div>
    </section>
  );
}
