import type { ComponentProps } from "react";
import type { Lead } from "../data/server.ts";
import { beginCall } from "./calling.ts";
import { callLink, leadLink } from "./links.ts";

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
