import type { Lead } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { MessageLinks } from "../../parts/message-links.tsx";
import { type Message, preparedTexts } from "../../words/texts.ts";
import { Sheet } from "./sheet.tsx";

interface SendLinksProps {
  lead: Lead;
  message: Message;
  close: () => void;
}

/** Links that open a message in the phone's apps, and record that it was sent. */
export const SendLinks = ({ lead, message, close }: SendLinksProps) => (
  <p className="mt-1 grid auto-cols-fr grid-flow-col gap-2">
    <MessageLinks
      lead={lead}
      message={message}
      onSend={(means) => {
        act(lead, { kind: means === "text" ? "texted" : "wrote" });
        close();
      }}
    />
  </p>
);

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
