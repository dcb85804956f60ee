import type { Lead } from "../../api/server.ts";
import { mailHref, textHref } from "../../words/links.ts";
import { Sheet } from "./sheet.tsx";
import { preparedTexts } from "./texts.ts";

/** Offers texts and e-mails to a lead: an empty one, and those that the company prepared. */
export function Write({ lead, close }: { lead: Lead; close: () => void }) {
  const { call, email } = lead;
  const messages = [{ name: "In your own words", subject: "", text: "" }, ...preparedTexts(lead)];
  const button = (kind: string, name: string, href: string) => (
    <a className="button" href={href} onClick={close}>
      {kind} <span className="sr-only">{name}</span>
    </a>
  );
  return (
    <Sheet close={close} title={`Write to ${lead.name}`}>
      <ul className="grid gap-4">
        {messages.map(({ name, subject, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            {text && <p className="text-quiet text-sm">{text}</p>}
            <p className="mt-1 grid auto-cols-fr grid-flow-col gap-2">
              {call && button("Text", name, textHref(call.number, text))}
              {email && button("E-mail", name, mailHref(email, subject, text))}
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
