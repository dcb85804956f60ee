import type { Lead } from "../data/server.ts";
import { STATUSES } from "../data/status.ts";
import { useChangeLead, useFolder } from "../data/use-leads.ts";
import { timeInWords } from "../parts/age.ts";
import { CsvLink } from "../parts/csv-link.tsx";
import { ListEnd } from "../parts/lead-rows.tsx";
import { leadLink } from "../parts/links.ts";
import { ViewHeading } from "../parts/view-heading.tsx";

/** What looks like spam, with the reasons, to be judged by a person. */
export function SpamView({ openLead }: { openLead: string | undefined }) {
  const { leads, isLoading, hasMore, loadMore } = useFolder("spam");
  return (
    <>
      <ViewHeading
        csv={leads.length > 0 && <CsvLink query={{ folder: "spam" }}>suspected spam</CsvLink>}
        title="Spam?"
      >
        {leads.length === 0 ? "Nothing here" : "Saved, and not sent to your mail one by one"}
      </ViewHeading>
      {isLoading && leads.length === 0 && <p className="hint">Reading the list…</p>}
      <ol className="grid gap-3 px-4 pb-6">
        {leads.map((lead) => (
          <SpamCard isOpen={lead.id === openLead} key={lead.id} lead={lead} />
        ))}
      </ol>
      <ListEnd hasMore={hasMore} loadMore={loadMore} />
    </>
  );
}

function SpamCard({ lead, isOpen }: { lead: Lead; isOpen: boolean }) {
  return (
    <li className="card">
      <div className="relative">
        <p className="text-sm">
          <time dateTime={lead.createdAt}>{timeInWords(lead.createdAt)}</time>
          {lead.status === "spam" && ` · ${STATUSES.spam.label}, as you said`}
        </p>
        {lead.emergency && <p className="row-emergency mt-1">Emergency</p>}
        <h2 className="row-name">
          <a
            aria-current={isOpen || undefined}
            className="after:absolute after:inset-0"
            href={leadLink(lead.id)}
          >
            {lead.name}
          </a>
        </h2>
        <p className="mt-1 line-clamp-3">{lead.details || lead.message}</p>
        <Signals lead={lead} />
      </div>
      <Verdict lead={lead} />
    </li>
  );
}

/** Why a lead looks like spam. */
export function Signals({ lead: { signals } }: { lead: Lead }) {
  if (signals.length === 0) return null;
  return (
    <ul
      aria-label="Why it looks like spam"
      className="mt-2.5 grid list-[square] gap-1 pl-4.5 text-bark-800"
    >
      {signals.map((signal) => (
        <li key={signal}>{signal}</li>
      ))}
    </ul>
  );
}

/** The two buttons that decide. */
export function Verdict({ lead }: { lead: Lead }) {
  const change = useChangeLead();
  return (
    <div className="mt-4 grid grid-cols-2 gap-2">
      <button
        className="button"
        data-strong
        onClick={() => change({ lead, verdict: "customer" })}
        type="button"
      >
        This is a customer
      </button>
      <button
        className="button"
        disabled={lead.status === "spam"}
        onClick={() => change({ lead, verdict: "spam" })}
        type="button"
      >
        This is spam
      </button>
    </div>
  );
}
