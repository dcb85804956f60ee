import type { Act, Lead } from "../api/server.ts";
import { amountInWords, LOST_REASONS } from "./lead.ts";
import { momentInWords, timeInWords } from "./time.ts";

/** What happened, as a log says it: "Quoted $1,850", "Called, nobody answered". */
export function actInWords(act: Act): string {
  switch (act.kind) {
    case "noted":
      return "Note";
    case "called":
      return act.reached ? "Reached" : "Called, nobody answered";
    case "texted":
      return "Texted";
    case "wrote":
      return "Wrote an e-mail";
    case "visit-set":
      return ["Visit", timeInWords(act.visitAt), act.visitBy].filter(Boolean).join(", ");
    case "visit-called-off":
      return "Visit called off";
    case "quoted":
      return withAmount("Quoted", act.amount);
    case "won": {
      const work = act.workAt && `, work ${timeInWords(act.workAt)}`;
      return `${withAmount("Won", act.amount)}${work ?? ""}`;
    }
    case "lost":
      return `Lost: ${lowered(LOST_REASONS[act.reason])}`;
    case "done":
      return "Done";
    case "put-off":
      return `Put off until ${timeInWords(act.until)}`;
    case "taken":
      return act.mine ? "Taken" : "Given back";
    case "corrected":
      return `Corrected: ${correctionInWords(act)}`;
    case "entered":
      return "Entered from a call";
    case "released":
      return "A customer";
    case "spam":
      return "Spam";
    case "undone":
      return "Undone";
    case "read":
      return "Opened";
    case "photo-added":
      return "Photograph added";
    case "photo-removed":
      return "Photograph removed";
    case "mail-sent-again":
      return "Mail sent again";
    case "webhook-sent-again":
      return "Webhook sent again";
    case "data-downloaded":
      return "Data of this person downloaded";
    default:
      return "Something that a newer desk knows";
  }
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

const withAmount = (word: string, cents: number | null | undefined) =>
  typeof cents === "number" ? `${word} ${amountInWords(cents)}` : word;

const correctionInWords = ({
  name,
  phone,
  email,
  address,
  service,
}: Extract<Act, { kind: "corrected" }>) =>
  [name, phone, email === "" ? "no e-mail" : email, address, service].filter(Boolean).join(", ");

/** What a person just did to a lead, and when it comes back: "Robin Alder: quoted $1,850. Again Thu 8:00 AM." */
export function toastInWords(act: Act, { name, nextAt, visitAt }: Lead): string {
  const words = act.kind === "noted" ? "note saved" : lowered(actInWords(act));
  const isMoved = !["noted", "taken", "corrected", "visit-set", "put-off"].includes(act.kind);
  const isNext = isMoved && nextAt !== null && nextAt !== visitAt;
  return `${name}: ${words}.${isNext ? ` Again ${momentInWords(nextAt)}.` : ""}`;
}
