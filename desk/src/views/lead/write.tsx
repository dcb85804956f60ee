import type { Lead } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { Button } from "../../parts/form.tsx";
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
      {lead.link && (
        <p className="mt-6 text-quiet text-sm">
          With the link in emails and texts, its holder sees how far the request is, and when
          somebody comes.{" "}
          <Button
            className="link"
            onClick={() => {
              act(lead, { kind: "link-revoked" });
              close();
            }}
          >
            Revoke all links sent so far
          </Button>
        </p>
      )}
    </Sheet>
  );
}
