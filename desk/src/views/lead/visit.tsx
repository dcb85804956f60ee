import { name as company, phone as companyPhone } from "../../../../company.json";
import { type Lead, urlOf } from "../../api/server.ts";
import { Download } from "../../parts/download.tsx";
import { Button } from "../../parts/form.tsx";
import { amountInWords } from "../../words/amount.ts";
import { timeInWords } from "../../words/time.ts";
import { Facts, Section } from "./section.tsx";

/** A lead's visit, with its calendar file and work order. */
export function VisitFacts({ lead }: { lead: Lead }) {
  const { id, visitAt, visitBy, status } = lead;
  if (visitAt === null) return null;
  return (
    <Section id="visit" title={status === "won" ? "Work" : "Visit"}>
      <p className="mt-1 text-lg">
        <time className="figures" dateTime={visitAt}>
          {timeInWords(visitAt)}
        </time>
        {visitBy && `, ${visitBy}`}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Download
          className="button"
          href={urlOf("/leads/{id}/visit.ics", { path: { id } })}
          what="The calendar’s file"
        >
          To the calendar
        </Download>
        <Button onClick={() => print()}>Print the work order</Button>
      </p>
    </Section>
  );
}

/** The printed page of a lead. */
export function WorkOrder({ lead }: { lead: Lead }) {
  const { visitAt, visitBy, quoted, won } = lead;
  const amount = won ?? quoted;
  return (
    <section aria-label="Work order" className="work-order hidden print:block">
      <p>
        {company} · {companyPhone}
      </p>
      <h1 className="my-4 text-2xl">Work order: {lead.name}</h1>
      <Facts
        facts={[
          ["When", visitAt && timeInWords(visitAt)],
          ["Who", visitBy],
          ["Where", lead.address ?? lead.town],
          ["Call", lead.phone],
          ["Email", lead.email],
          ["What", lead.service],
          ...Object.entries(lead.otherFields),
          ["In their words", lead.details],
          ["Note", lead.note],
          ["Amount", amount === null ? null : amountInWords(amount)],
        ]}
      />
      <p className="mt-12 border-ink border-t pt-1">Done, date and signature</p>
    </section>
  );
}
