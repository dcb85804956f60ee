import type { Lead } from "../../api/server.ts";
import { mailLink, textLink } from "../../words/links.ts";
import { Sheet } from "./sheet.tsx";
import { preparedTexts } from "./texts.ts";

/** Texts and mails to a lead: an empty one, or one that the company has prepared. */
export function Write({ lead, close }: { lead: Lead; close: () => void }) {
  const { call, email } = lead;
  const prepared = [{ name: "In your own words", subject: "", text: "" }, ...preparedTexts(lead)];
  return (
    <Sheet close={close} title={`Write to ${lead.name}`}>
      <ul className="grid gap-4">
        {prepared.map(({ name, subject, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            {text && <p className="text-quiet text-sm">{text}</p>}
            <p className="mt-1 grid auto-cols-fr grid-flow-col gap-2">
              {call && (
                <a className="button" href={textLink(call.number, text)} onClick={close}>
                  Text <span className="sr-only">{name}</span>
                </a>
              )}
              {email && (
                <a className="button" href={mailLink(email, subject, text)} onClick={close}>
                  E-mail <span className="sr-only">{name}</span>
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
