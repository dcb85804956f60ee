import { phone, reviewSources, shortName } from "../../../../company.json";
import { subject, texts } from "../../../texts.json";
import { currentTime } from "../../api/clock.ts";
import type { Lead } from "../../api/server.ts";
import { amountInWords } from "../../words/amount.ts";
import { timeInWords } from "../../words/time.ts";

export interface Message {
  name: string;
  subject: string;
  text: string;
}

const [reviews] = reviewSources as readonly { href: string }[];

/**
 * Returns the company's texts (desk/texts.json), filled in for a lead. The amount of an unknown estimate is typed. A text with a day needs a visit that is
 * ahead. The text that asks for a review needs an order, and a page where customers review the company.
 */
export function preparedTexts(
  { name, visitAt, status, quoted, link }: Lead,
  page = reviews?.href,
): Message[] {
  const [first = ""] = name.split(" ");
  const isAhead = visitAt !== null && Date.parse(visitAt) > currentTime();
  const words: Record<string, string | undefined> = {
    // The name may be a phone number.
    first: /\p{L}/u.test(first) ? first : "there",
    company: shortName,
    phone,
    amount: quoted === null ? "$" : amountInWords(quoted),
    day: isAhead ? timeInWords(visitAt) : undefined,
    // A caller's request has a link once it is sent.
    link: link || undefined,
    review: status === "won" ? page : undefined,
  };
  const missing = Object.keys(words).filter((word) => words[word] === undefined);
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, word) => words[word] ?? all);
  return texts
    .filter(({ text }) => !missing.some((word) => text.includes(`{${word}}`)))
    .map(({ name, text }) => ({ name, subject: fill(subject), text: fill(text) }));
}

export const reviewText = (lead: Lead, page = reviews?.href): Message | undefined =>
  preparedTexts(lead, page).find(({ text }) => page !== undefined && text.includes(page));
