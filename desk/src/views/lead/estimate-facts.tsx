import type { Lead } from "../../api/server.ts";
import { type Line, offerOf, totalOf } from "../../rules/estimate.ts";
import type { LogEntry } from "../../rules/log.ts";
import { actInWords } from "../../words/act.ts";
import { amountInWords } from "../../words/amount.ts";
import { dayInWords, momentInWords } from "../../words/time.ts";
import { Facts, Section } from "./section.tsx";

/** Returns the names of an estimate's lines: "Option A", "Extra"; empty for those that are always part of it. */
export function lineNames(lines: readonly { pick: Line["pick"] }[]): string[] {
  let options = 0;
  return lines.map(({ pick }) => {
    if (pick === "one-of") return `Option ${String.fromCharCode(65 + options++)}`;
    return pick === "optional" ? "Extra" : "";
  });
}

/** Describes a total: "Total $1,850, with Option A". */
export function totalInWords(lines: readonly Line[], chosen?: readonly number[]): string {
  const isOption = !chosen && lines.some(({ pick }) => pick === "one-of");
  return `Total ${amountInWords(totalOf(lines, chosen))}${isOption ? ", with Option A" : ""}`;
}

/** A lead's estimate as the customer reads it, when they looked at it, and what they answered. */
export function EstimateFacts({ lead, log }: { lead: Lead; log: readonly LogEntry[] }) {
  const { estimate } = lead;
  const offer = offerOf(lead, log);
  if (!estimate || !offer) return null;
  const { lines, until, words, days = [] } = offer;
  const answer = log.find(
    (it) => it.kind === estimate.decision && "estimate" in it && it.estimate === estimate.id,
  );
  const chosen = answer?.kind === "accepted" ? answer.chosen : undefined;
  const names = lineNames(lines);
  const { firstLook, lastLook } = estimate;
  const looks = [...new Set([firstLook, lastLook])].map((it) => it && momentInWords(it));
  return (
    <Section id="estimate" title="Estimate">
      {answer && (
        <p className="wrap-anywhere">
          {actInWords(answer)}, {momentInWords(answer.at)}
        </p>
      )}
      <ul className="mt-2 border-line border-t">
        {lines.map(({ what, tree, cents, pick }, index) => {
          const isOut = chosen && pick !== "always" && !chosen.includes(index);
          const Words = isOut ? "s" : "span";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an estimate keep their order.
            <li className="flex gap-3 border-line border-b py-2.5" key={index}>
              <Words className="wrap-anywhere min-w-0 flex-1">
                {names[index] && <strong>{names[index]}: </strong>}
                {[what, tree].filter(Boolean).join(", ")}
              </Words>
              <span className="figures">{amountInWords(cents)}</span>
            </li>
          );
        })}
      </ul>
      <p className="py-2.5 text-lg">{totalInWords(lines, chosen)}</p>
      <Facts
        facts={[
          ["Looked at", looks.join(", last ") || "Not yet"],
          ["Valid until", until && dayInWords(until)],
          ["Days offered", days.map((day) => dayInWords(day)).join("\n")],
          ["Our words", words],
        ]}
      />
    </Section>
  );
}
