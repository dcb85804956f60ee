import type { LeadStatus } from "../data/server.ts";
import { STATUSES } from "../data/status.ts";

/** Where a lead stands, in a word. */
export function StatusTag({ status }: { status: LeadStatus }) {
  const { label, tag } = STATUSES[status];
  return (
    <span
      className={`shrink-0 rounded-sm border-2 px-1.5 font-semibold text-sm leading-snug ${tag}`}
    >
      {label}
    </span>
  );
}
