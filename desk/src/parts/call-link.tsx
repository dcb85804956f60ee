import type { ReactNode } from "react";
import type { Lead } from "../data/server.ts";
import { STATUSES } from "../data/status.ts";
import { useChangeLead } from "../data/use-leads.ts";
import { callLink } from "./links.ts";

/** Dials. Who was called has been answered: the lead is marked, unless more is known of it. */
export function CallLink({
  lead,
  className,
  children,
}: {
  lead: Lead;
  className: string;
  children: ReactNode;
}) {
  const change = useChangeLead();
  const { isCallNews } = STATUSES[lead.status];
  return (
    <a
      className={className}
      href={callLink(lead.phone)}
      onClick={() => isCallNews && !lead.suspect && change({ lead, status: "called" })}
    >
      {children}
    </a>
  );
}
