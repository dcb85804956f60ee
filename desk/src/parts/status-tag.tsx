import { type LeadStatus, STATUS_LABELS } from "../data/lead.ts";

const LOOKS: Readonly<Record<LeadStatus, string>> = {
  new: "border-canopy-700 text-canopy-700",
  called: "border-canopy-700 text-canopy-700",
  "no-answer": "border-bark-800 border-dashed text-bark-800",
  quoted: "border-canopy-950 text-canopy-950",
  won: "border-canopy-700 bg-canopy-700 text-paper-0",
  lost: "border-paper-200 bg-paper-200 text-bark-800",
  spam: "border-paper-200 bg-paper-200 text-bark-800",
};

/** Where a lead stands, in a word. */
export function StatusTag({ status }: { status: LeadStatus }) {
  return (
    <span
      className={`shrink-0 rounded-sm border-2 px-1.5 font-semibold text-sm leading-snug ${LOOKS[status]}`}
    >
      {STATUS_LABELS[status]}
    </span>
  );
}
