import type { ComponentProps } from "react";
import type { Lead } from "../data/server.ts";
import { beginCall } from "./calling.ts";
import { callLink, leadLink } from "./links.ts";

/** Dials, and opens the lead: it asks there whether somebody was reached. */
export function CallLink({ lead, ...props }: ComponentProps<"a"> & { lead: Lead }) {
  return (
    <a
      {...props}
      href={callLink(lead.phone)}
      onClick={() => {
        beginCall(lead.id);
        location.hash = leadLink(lead.id);
      }}
    />
  );
}
