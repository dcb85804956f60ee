import { phone, shortName } from "../../../../company.json";
import { subject, texts } from "../../../texts.json";
import type { Lead } from "../../api/server.ts";
import { timeInWords } from "../../words/time.ts";

/** Returns the company's texts (desk/texts.json), filled in for a lead. One with a day needs a visit. */
export function preparedTexts({ name, visitAt }: Lead) {
  const [first = name] = name.split(" ");
  const day = visitAt === null ? undefined : timeInWords(visitAt);
  const words: Record<string, string | undefined> = { first, company: shortName, phone, day };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, word) => words[word] ?? all);
  return texts
    .filter(({ text }) => day !== undefined || !text.includes("{day}"))
    .map(({ name, text }) => ({ name, subject: fill(subject), text: fill(text) }));
}
