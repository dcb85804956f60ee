import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { hours } from "../../../../company.json";
import { currentTime } from "../../api/clock.ts";
import type { Lead } from "../../api/server.ts";
import type { useForm } from "../../data/draft.ts";
import { AmountField, amountOf, Button, Field, StepForm, typedAmount } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { addDays, dayOf, hourOn, timeOn } from "../../rules/clock.ts";
import type { Line, Offer } from "../../rules/estimate.ts";
import { mondayInWords } from "../../words/time.ts";
import { lineNames, totalInWords } from "./estimate-facts.tsx";
import { useSuggestedLines } from "./suggested-lines.ts";

type Kind = Line["pick"];

/** A line as it is typed. */
interface TypedLine extends Record<"what" | "tree" | "amount", string> {
  pick: Kind;
}

const VALID_DAYS = 30;

/** Returns a line that nobody has filled in. */
export const blankLine = (pick: Kind = "always", amount = ""): TypedLine => ({
  pick,
  what: "",
  tree: "",
  amount,
});

const isBlank = ({ what, tree, amount }: TypedLine) => !`${what}${tree}${amount}`.trim();

/** Returns the values with which the form begins: the lines of the present estimate, if there is one. */
export const knownEstimate = (offer: Offer | undefined) => ({
  lines: (offer?.lines ?? []).map(
    ({ cents, tree, ...line }): TypedLine => ({
      ...line,
      tree: tree ?? "",
      amount: typedAmount(cents),
    }),
  ),
  until: addDays(dayOf(currentTime()), VALID_DAYS),
  words: offer?.words ?? "",
  day: "",
  otherDay: "",
  mail: false,
});

type Form = ReturnType<typeof useForm<ReturnType<typeof knownEstimate>>>;

const linesOf = (typed: readonly TypedLine[]): Line[] =>
  typed
    .filter((line) => !isBlank(line))
    .map(({ pick, what, tree, amount }) => ({
      pick,
      what: what.trim(),
      tree: tree.trim() || undefined,
      cents: amountOf(amount) ?? 0,
    }));

interface EstimateFormProps extends Pick<Form, "values" | "type" | "field"> {
  lead: Lead;
  offer: (offer: Offer) => void;
}

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
  /** the name of the option that it is */
  option: string;
  /** whether lines of earlier estimates are offered for it */
  isNext: boolean;
  /** names the field that takes the focus, once for each of these objects */
  focused: { name?: string } | undefined;
  change: (part: Partial<TypedLine>, focus?: keyof TypedLine) => void;
  remove: () => void;
}

function LineFields({ line, number, option, isNext, focused, change, remove }: LineFieldsProps) {
  const suggested = useSuggestedLines();
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const { name } = focused ?? {};
    if (name) fields.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  }, [focused]);
  const typed = line.what.trim().toLowerCase();
  const field = (name: "what" | "tree" | "amount", label: string) => ({
    label: <span className="sr-only">{`${label}, line ${number}`}</span>,
    placeholder: label,
    enterKeyHint: "next" as const,
    onKeyDown: goOn,
    onType: (text: string) => change({ [name]: text }),
    name,
    required: name !== "tree" && !isBlank(line),
    value: line[name],
  });
  return (
    <fieldset className="grid grid-cols-1 gap-2 border-line border-b pb-4" ref={fields}>
      <div className="flex gap-2">
        <select
          aria-label={`Kind, line ${number}`}
          className="field flex-1 narrow:px-2"
          onChange={({ target }) => change({ pick: target.value as Kind })}
          value={line.pick}
        >
          <option value="always">Part of it</option>
          <option value="one-of">{option || "An option"}</option>
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
      <Field maxLength={200} {...field("what", "What")} />
      {isNext && (
        <p className="flex gap-2 overflow-x-auto empty:hidden">
          {suggested
            .filter(({ what }) => what !== line.what && what.toLowerCase().includes(typed))
            .map(({ what, cents = null, price }) => (
              <Button
                className="button flex-none text-sm"
                key={what}
                onClick={() =>
                  change(
                    { what, amount: typedAmount(cents) },
                    cents === null ? "amount" : undefined,
                  )
                }
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

/** Asks for the lines of an estimate that the customer reads, chooses from, and answers. */
export function EstimateForm({ lead, offer, values, type, field }: EstimateFormProps) {
  const { lines, until, words, day, otherDay, mail } = values;
  /** the field that takes the focus when it appears */
  const [focused, setFocused] = useState<{ line: number; name?: string }>({
    line: 0,
    name: lines[0]?.what ? undefined : "what",
  });
  const change = (changed: TypedLine[], line: number, name?: string) => {
    setFocused({ line, name });
    type({ lines: changed });
  };
  const add = (pick: Kind) => {
    const kept = lines.length === 1 && lines.every(isBlank) ? [] : lines;
    const isFirstOption = pick === "one-of" && !kept.some((line) => line.pick === pick);
    // There is no choice with one option.
    const added = isFirstOption ? [blankLine(pick), blankLine(pick)] : [blankLine(pick)];
    change([...kept, ...added], kept.length, "what");
  };
  const send = () =>
    offer({
      kind: "offered",
      lines: linesOf(lines),
      until: until ? timeOn(until, "23:59").toISOString() : undefined,
      words: words.trim() || undefined,
      days: [day, otherDay].filter(Boolean).map((it) => hourOn(it, hours.opens).toISOString()),
      mail,
    });
  const names = lineNames(lines);
  const next = lines.findIndex(({ amount }) => amount === "");
  const min = dayOf(currentTime());
  return (
    <StepForm isDisabled={lines.every(isBlank)} onSubmit={send} submit="Quote it">
      {lines.map((line, index) => (
        <LineFields
          change={(part, focus) => change(lines.with(index, { ...line, ...part }), index, focus)}
          focused={focused.line === index ? focused : undefined}
          isNext={index === next}
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold nothing that moves with a line.
          key={index}
          line={line}
          number={index + 1}
          option={line.pick === "one-of" ? (names[index] ?? "") : ""}
          remove={() => change(lines.toSpliced(index, 1), index)}
        />
      ))}
      <p className="flex flex-wrap gap-2 *:flex-1 *:px-1">
        <Button onClick={() => add("always")}>Add line</Button>
        <Button onClick={() => add("one-of")}>Add option</Button>
        <Button onClick={() => add("optional")}>Add extra</Button>
      </p>
      <p className="text-lg" role="status">
        {totalInWords(linesOf(lines))}
      </p>
      <details open={words !== "" || undefined}>
        <summary className="button list-none">
          {until ? `Valid until ${mondayInWords(until)}` : "Valid without end"}. Words, days…
        </summary>
        <div className="mt-2 grid gap-4">
          <Field label="Valid until" min={min} type="date" {...field("until")} />
          <label className="grid grid-cols-1 gap-1 font-semibold">
            A few words to them
            <textarea
              className="field"
              maxLength={1000}
              onChange={({ target }) => type({ words: target.value })}
              rows={3}
              value={words}
            />
          </label>
          <Field label="A day for the work" min={min} type="date" {...field("day")} />
          <Field label="Another day" min={min} type="date" {...field("otherDay")} />
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
