import type { Lead, Means } from "../api/server.ts";
import { mailHref, textHref } from "../words/links.ts";
import type { Message } from "../words/texts.ts";
import { isSecondTap } from "./links.tsx";

interface MessageLinksProps {
  lead: Lead;
  message: Message;
  onSend: (means: Means) => void;
}

/** Links that open a message in the phone's apps. */
export function MessageLinks({ lead, message, onSend }: MessageLinksProps) {
  const { name, subject, text } = message;
  const link = (label: string, means: Means, href: string) => (
    <a
      className="button"
      href={href}
      onClick={(event) => {
        if (isSecondTap(event)) return event.preventDefault();
        onSend(means);
      }}
    >
      {label} <span className="sr-only">{name}</span>
    </a>
  );
  return (
    <>
      {lead.call && link("Text", "text", textHref(lead.call.number, text))}
      {lead.email && link("Email", "mail", mailHref(lead.email, subject, text))}
    </>
  );
}
