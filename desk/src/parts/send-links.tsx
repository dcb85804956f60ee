import type { ReactNode } from "react";
import type { Lead } from "../api/server.ts";
import { act } from "../data/act.ts";
import { mailHref, textHref } from "../words/links.ts";
import type { Message } from "../words/texts.ts";
import { isSecondTap } from "./links.tsx";

interface SendLinksProps {
  lead: Lead;
  message: Message;
  close: () => void;
  children?: ReactNode;
}

/** Links that open a message in the phone's apps, and record that it was sent. */
export function SendLinks({ lead, message, close, children }: SendLinksProps) {
  const { name, subject, text, appointment } = message;
  const link = (label: string, told: "text" | "mail", href: string) => (
    <a
      className="button"
      href={href}
      onClick={(event) => {
        if (isSecondTap(event)) return event.preventDefault();
        const kind = told === "text" ? "texted" : "wrote";
        act(lead, appointment ? { kind: "told", appointment, told } : { kind });
        close();
      }}
    >
      {label} <span className="sr-only">{name}</span>
    </a>
  );
  return (
    <p className="relative z-1 mt-1 flex flex-wrap gap-2 *:flex-1">
      {lead.call && link("Text", "text", textHref(lead.call.number, text))}
      {lead.email && link("Email", "mail", mailHref(lead.email, subject, text))}
      {children}
    </p>
  );
}
