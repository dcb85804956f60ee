import type { Lead } from "../../api/server.ts";
import { SendLinks } from "../../parts/send-links.tsx";
import { preparedTexts } from "../../words/texts.ts";
import { Sheet } from "./sheet.tsx";

/** Offers texts and emails to a lead: an empty one, and the ones that the company prepared. */
export function Write({ lead, close }: { lead: Lead; close: () => void }) {
  const own = { name: "In your own words", subject: "", text: "" };
  return (
    <Sheet close={close} title={`Write to ${lead.name}`}>
      <ul className="grid gap-4">
        {[own, ...preparedTexts(lead)].map((message) => (
          <li key={message.name}>
            <h3>{message.name}</h3>
            {message.text && <p className="text-quiet text-sm">{message.text}</p>}
            <SendLinks close={close} lead={lead} message={message} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
