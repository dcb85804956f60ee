import type { Lead } from "../../api/server.ts";
import { LeadList } from "../../parts/lead-list.tsx";
import { LeadLink } from "../../parts/lead-rows.tsx";
import { Signals, VerdictButtons } from "../../parts/verdict.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { timeInWords } from "../../words/time.ts";

/** The leads that look like spam, with the reasons, for a person to judge. */
export default function SpamView() {
  return (
    <>
      <ViewHeading name="spam">Kept, and not emailed to you one by one</ViewHeading>
      <LeadList empty="Nothing here." list="spam">
        {(leads) => (
          <ol className="grid grid-cols-1 gap-3 px-4 pb-6">
            {leads.map((lead) => (
              <SpamCard key={lead.id} lead={lead} />
            ))}
          </ol>
        )}
      </LeadList>
    </>
  );
}

const SpamCard = ({ lead }: { lead: Lead }) => (
  <li className="card rounded-md border border-line bg-raised p-4 [contain-intrinsic-size:auto_16rem] [content-visibility:auto]">
    <div className="relative">
      <p className="text-sm">
        <time dateTime={lead.createdAt}>{timeInWords(lead.createdAt)}</time>
        {lead.status === "spam" && " · Spam, as you said"}
      </p>
      <h2 className="text-lg">
        <LeadLink lead={lead} />
      </h2>
      <p className="wrap-anywhere mt-1 line-clamp-3">{lead.details || lead.service}</p>
      <Signals lead={lead} />
    </div>
    <VerdictButtons lead={lead} />
  </li>
);
