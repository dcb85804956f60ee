import { LIMITS } from "../data/limits.ts";
import { useCounts } from "../data/use-changes.ts";
import { useFolder } from "../data/use-leads.ts";
import { dayInWords, useNow } from "../parts/age.ts";
import { CsvLink } from "../parts/csv-link.tsx";
import { LeadRows, ListEnd } from "../parts/lead-rows.tsx";
import { ViewHeading } from "../parts/view-heading.tsx";

/** Every lead that is no spam: emergencies that wait, others that wait, those that were answered. */
export function LeadsView({ openLead }: { openLead: string | undefined }) {
  const counts = useCounts();
  const open = useFolder("open");
  // Below the last that waits.
  const answered = useFolder("answered", { isWanted: !open.isLoading && !open.hasMore });
  const today = useNow(dayInWords);
  const burning = open.leads.filter(({ emergency }) => emergency);
  const waiting = open.leads.filter(({ emergency }) => !emergency);
  const last = open.hasMore ? open : answered;
  const isEmpty = !open.isLoading && open.leads.length === 0;
  const count = counts?.open ?? open.leads.length;
  return (
    <>
      <ViewHeading
        csv={open.leads.length > 0 && <CsvLink query={{ folder: "open" }}>those waiting</CsvLink>}
        title="Leads"
      >
        {waitingInWords(count)} · {today}
      </ViewHeading>
      {open.isLoading && open.leads.length === 0 && <p className="hint">Reading the leads…</p>}
      {burning.length > 0 && (
        <section aria-labelledby="burning">
          <h2 className="sr-only" id="burning">
            Emergencies
          </h2>
          <LeadRows leads={burning} openLead={openLead} />
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 className="sr-only" id="waiting">
            Waiting for an answer
          </h2>
          <LeadRows leads={waiting} openLead={openLead} />
        </section>
      )}
      {isEmpty && <p className="hint">The next lead shows here by itself, within two seconds.</p>}
      {!open.hasMore && answered.leads.length > 0 && (
        <section aria-labelledby="answered">
          <div className="flex items-center justify-between gap-4 px-4 pt-7 pb-2">
            <h2 className="text-lg leading-normal" id="answered">
              Answered
            </h2>
            <CsvLink query={{ folder: "answered" }}>those answered</CsvLink>
          </div>
          <LeadRows leads={answered.leads} openLead={openLead} />
        </section>
      )}
      <ListEnd hasMore={last.hasMore} loadMore={last.loadMore} />
    </>
  );
}

function waitingInWords(count: number): string {
  if (count === 0) return "Everybody has an answer";
  return count >= LIMITS.counted ? `${LIMITS.counted - 1}+ waiting` : `${count} waiting`;
}
