import type { ComponentProps } from "react";
import type { Lead } from "../api/server.ts";
import { beginCall } from "../data/calls.ts";
import { callLink, leadLink } from "../words/links.ts";

/** Dials, and opens the lead: it asks there whether somebody was reached. Nothing where no number can be called. */
export function CallLink({ lead, ...props }: ComponentProps<"a"> & { lead: Lead }) {
  if (!lead.call) return null;
  return (
    <a
      {...props}
      href={callLink(lead.call.number)}
      onClick={() => {
        beginCall(lead.id);
        location.hash = leadLink(lead.id);
      }}
    />
  );
}
