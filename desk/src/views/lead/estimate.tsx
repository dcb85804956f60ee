import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { hours } from "../../../../company.json";
import { currentTime } from "../../api/clock.ts";
import type { Lead } from "../../api/server.ts";
import type { useForm } from "../../data/draft.ts";
import {
  AmountField,
  amountOf,
  Field,
  MAX_DAYS,
  StepForm,
  typedAmount,
} from "../../parts/fields.tsx";
import { Button, takeFocus } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { addDays, dayOf, fromField, hourOn } from "../../rules/clock.ts";
import type { Line, Offer } from "../../rules/estimate.ts";
import { dateInWords } from "../../words/time.ts";
import { lineNames, totalInWords } from "./estimate-facts.tsx";
import { useSuggestedLines } from "./suggested-lines.ts";

type Kind = Line["pick"];
type Key = "what" | "amount" | "tree";
type TypedLine = Record<Key, string> & { pick: Kind };

const VALID_DAYS = 30;

/** A line that nobody has filled in. */
export const BLANK: TypedLine = { pick: "always", what: "", amount: "", tree: "" };

const isBlank = ({ what, amount, tree }: TypedLine) => !`${what}${amount}${tree}`.trim();

/** Returns the values with which the form begins: the lines of the present estimate, if there is one. */
export const knownEstimate = (offer: Offer | undefined) => ({
  lines: (offer?.lines ?? []).map(
    ({ pick, what, cents, tree }): TypedLine => ({
      pick,
      what,
      amount: typedAmount(cents),
      tree: tree ?? "",
    }),
  ),
  until: addDays(dayOf(currentTime()), VALID_DAYS),
  words: offer?.words ?? "",
  day: "",
  otherDay: "",
  mail: false,
});

const linesOf = (typed: readonly TypedLine[]): Line[] =>
  typed
    .filter((line) => !isBlank(line))
    .map(({ pick, what, amount, tree }) => ({
      pick,
      what: what.trim(),
      cents: amountOf(amount) ?? 0,
      tree: tree.trim() || undefined,
    }));

/** Moves to the next field of a line at Enter, which would send an estimate that is not complete. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const { form } = event.currentTarget;
  const fields = [...(form?.querySelectorAll<HTMLInputElement>("[enterkeyhint=next]") ?? [])];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

interface LineFieldsProps {
  line: TypedLine;
  /** the line's position, from 1 */
  number: number;
  name: string | undefined;
  /** whether it is the next line to fill in, for which lines of earlier estimates are offered */
  isNext: boolean;
  change: (part: Partial<TypedLine>) => void;
  remove: () => void;
}

function LineFields({ line, number, name, isNext, change, remove }: LineFieldsProps) {
  const suggested = useSuggestedLines();
  const typed = line.what.trim().toLowerCase();
  const field = (key: Key, label: string) => ({
    label: <span className="sr-only">{`${label}, line ${number}`}</span>,
    name: key,
    placeholder: label,
    enterKeyHint: "next" as const,
    onKeyDown: goOn,
    onType: (text: string) => change({ [key]: text }),
    required: key !== "tree" && !isBlank(line),
    value: line[key],
  });
  return (
    <fieldset className="grid grid-cols-1 gap-2 border-line border-b pb-4">
      <div className="flex gap-2">
        <select
          aria-label={`Kind, line ${number}`}
          className="field flex-1 narrow:px-2"
          onChange={({ target }) => change({ pick: target.value as Kind })}
          value={line.pick}
        >
          <option value="always">Part of it</option>
          <option value="one-of">{line.pick === "one-of" ? name : "An option"}</option>
          <option value="optional">Extra, if they like</option>
        </select>
        <Button
          aria-label={`Remove line ${number}`}
          className="grid min-h-12 min-w-12 place-items-center text-press"
          onClick={remove}
        >
          <Icon className="size-5" name="close" />
        </Button>
      </div>
      <Field
        maxLength={200}
        {...field("what", "What")}
        ref={number === 1 && isBlank(line) ? takeFocus : undefined}
      />
      {isNext && (
        <p className="flex gap-2 overflow-x-auto empty:hidden">
          {suggested
            .filter(({ what }) => what !== line.what && what.toLowerCase().includes(typed))
            .map(({ what, cents = null, price }) => (
              <Button
                className="button flex-none text-sm"
                key={what}
                onClick={() => change({ what, amount: typedAmount(cents) })}
              >
                {what}, {price}
              </Button>
            ))}
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2">
        <AmountField
          {...field("amount", "Amount")}
          placeholder={suggested.find(({ what }) => what === line.what)?.price ?? "$"}
        />
        <Field maxLength={200} {...field("tree", "Which tree")} />
      </div>
    </fieldset>
  );
}

type Form = ReturnType<typeof useForm<ReturnType<typeof knownEstimate>>>;

interface EstimateFormProps {
  lead: Lead;
  form: Pick<Form, "values" | "type" | "field">;
  finish: (offer: Offer) => void;
}

/** Asks for the lines of an estimate that the customer reads, chooses from, and answers. */
export function EstimateForm({ lead, finish, form }: EstimateFormProps) {
  const { values, type, field } = form;
  const { lines, until, words, day, otherDay, mail } = values;
  const add = (pick: Kind, element: HTMLFormElement | null) => {
    const kept = lines.length === 1 && lines.every(isBlank) ? [] : lines;
    const added = [{ ...BLANK, pick }];
    // There is no choice with one option.
    if (pick === "one-of" && !kept.some((line) => line.pick === pick)) added.push(...added);
    flushSync(() => type({ lines: [...kept, ...added] }));
    element?.querySelectorAll<HTMLInputElement>("[name=what]")[kept.length]?.focus();
  };
  const addButton = (pick: Kind, label: string) => (
    <Button onClick={({ currentTarget }) => add(pick, currentTarget.form)}>{label}</Button>
  );
  // The year may be incomplete.
  const end = fromField(`${until}T23:59`);
  const offer = () =>
    finish({
      kind: "offered",
      lines: linesOf(lines),
      until: end?.toISOString(),
      words: words.trim() || undefined,
      days: [day, otherDay].filter(Boolean).map((it) => hourOn(it, hours.opens).toISOString()),
      mail,
    });
  const names = lineNames(lines);
  const next = lines.findIndex(({ amount }) => amount === "");
  const today = dayOf(currentTime());
  const date = { type: "date", min: today, max: addDays(today, MAX_DAYS) };
  return (
    <StepForm isDisabled={lines.every(isBlank)} onSubmit={offer} submit="Quote it">
      {lines.map((line, index) => (
        <LineFields
          change={(part) => type({ lines: lines.with(index, { ...line, ...part }) })}
          isNext={index === next}
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold nothing that moves with a line.
          key={index}
          line={line}
          name={names[index]}
          number={index + 1}
          remove={() => type({ lines: lines.toSpliced(index, 1) })}
        />
      ))}
      <p className="flex flex-wrap gap-2 *:flex-1 *:px-1">
        {addButton("always", "Add line")}
        {addButton("one-of", "Add option")}
        {addButton("optional", "Add extra")}
      </p>
      <p className="text-lg" role="status">
        {totalInWords(linesOf(lines))}
      </p>
      <details open={words !== "" || undefined}>
        <summary className="button list-none">
          {end ? `Valid until ${dateInWords(end)}` : "Valid without end"}. Words, days…
        </summary>
        <div className="mt-2 grid gap-4">
          <Field label="Valid until" {...date} {...field("until")} />
          <Field label="A few words to them" maxLength={1000} {...field("words")} />
          <Field label="A day for the work" {...date} {...field("day")} />
          <Field label="Another day" {...date} {...field("otherDay")} />
        </div>
      </details>
      {lead.email && (
        <label className="flex items-center gap-3">
          <input
            checked={mail}
            className="size-6 shrink-0 accent-press"
            onChange={({ target }) => type({ mail: target.checked })}
            type="checkbox"
          />
          <span className="wrap-anywhere min-w-0">Email it to {lead.email}</span>
        </label>
      )}
    </StepForm>
  );
}
