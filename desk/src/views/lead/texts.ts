import { phone, shortName } from "../../../../company.json";
import { subject, texts } from "../../../texts.json";
import type { Lead } from "../../api/server.ts";
import { timeInWords } from "../../rules/clock.ts";

/** The company's texts (desk/texts.json) with name, numbers and day filled in; one that names a day needs one. */
export function preparedTexts({ name, visitAt }: Lead) {
  const [first = name] = name.split(" ");
  const day = visitAt === null ? undefined : timeInWords(visitAt);
  const words: Record<string, string | undefined> = { first, company: shortName, phone, day };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, word) => words[word] ?? all);
  return texts
    .filter(({ text }) => day !== undefined || !text.includes("{day}"))
    .map(({ name, text }) => ({ name, subject: fill(subject), text: fill(text) }));
}
