import { type ComponentType, useState } from "react";
import { currentTime } from "../../api/clock.ts";
import {
  type Act,
  type Lead,
  type LeadStatus,
  type LostReason,
  request,
} from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { act } from "../../data/act.ts";
import { storeDraft, useForm } from "../../data/draft.ts";
import { useQuery } from "../../data/queries.ts";
import { useStore } from "../../data/store.ts";
import {
  AmountField,
  amountOf,
  Button,
  Field,
  Problem,
  StepForm,
  typedAmount,
} from "../../parts/form.tsx";
import { CallLink } from "../../parts/links.tsx";
import { fromField, MINUTE_MS, openingInDays, toField } from "../../rules/clock.ts";
import { groupBy, isWorkDone } from "../../rules/next.ts";
import { VISIT_HOURS, WORK_HOURS } from "../../rules/offered-times.ts";
import { LOST_REASONS, nameOf } from "../../words/lead.ts";
import { weekdayTimeInWords } from "../../words/time.ts";
import { Sheet } from "./sheet.tsx";
import { reviewText } from "./texts.ts";
import { AgreedTime, ReturnTime } from "./when.tsx";
import { SendLinks } from "./write.tsx";

interface FormProps {
  lead: Lead;
  draft: string;
  /** records an act, and closes the sheet */
  finish: (act: Act) => void;
}

/** An act that needs details, and the form that asks for them. */
interface Choice {
  label: string;
  question: string;
  Form: ComponentType<FormProps>;
}

/** The acts that need details. */
const CHOICES = {
  quoted: { label: "Quoted", question: "How much was quoted?", Form: Quoted },
  visit: { label: "Visit", question: "Visit: when, and who?", Form: Visit },
  work: { label: "Day of the work", question: "Work: when, and who?", Form: Visit },
  won: { label: "Won", question: "Won: for how much, and when?", Form: Won },
  review: { label: "Done", question: "Ask for a review?", Form: Review },
} satisfies Record<string, Choice>;

const { quoted, visit, work, won } = CHOICES;

/** The choices by status. The first ones are the likely ones, which are emphasized. */
const NEXT: Readonly<Record<LeadStatus, [likely: number, ...Choice[]]>> = {
  new: [0, quoted, visit, won],
  "no-answer": [0, quoted, visit, won],
  called: [2, quoted, visit, won],
  quoted: [1, won, quoted, visit],
  won: [1, work, quoted],
  lost: [0, quoted, visit, won],
  spam: [0],
};

interface WhatNextProps {
  lead: Lead;
  close: () => void;
}

/** Offers the acts that may come next, the likely ones first, and asks for their details. */
export function WhatNext({ lead, close }: WhatNextProps) {
  const [choice, setChoice] = useState<Choice>();
  const [mistake, setMistake] = useState<string>();
  const draft = `${lead.id}/${choice?.label}`;
  const finish = (what: Act) => {
    const found = act(lead, what);
    setMistake(found);
    if (found) return;
    storeDraft(draft, "");
    close();
  };
  if (choice) {
    const { question, Form } = choice;
    // The work is recorded as done even if the person closes the sheet without asking for a review.
    const leave = choice === CHOICES.review ? () => finish({ kind: "done" }) : close;
    return (
      <Sheet close={leave} key={question} title={question}>
        <Form draft={draft} finish={finish} lead={lead} />
        <Problem className="problem mt-3">{mistake}</Problem>
      </Sheet>
    );
  }
  const { status, nextAt, visitAt, calls, call, email } = lead;
  const [count, ...choices] = NEXT[status];
  const likely = status === "won" && (visitAt !== null || isWorkDone(lead)) ? 0 : count;
  const isUnreached = status === "new" || status === "no-answer";
  const isOpen = nextAt !== null;
  const isWorkOver = isOpen && status === "won" && Date.parse(visitAt ?? "") <= currentTime();
  const isJustReached = !isUnreached && currentTime() - Date.parse(calls.at(-1) ?? "") < MINUTE_MS;
  const mayAsk = (call || email) && reviewText(lead);
  const done = () => (mayAsk ? setChoice(CHOICES.review) : finish({ kind: "done" }));
  const button = (option: Choice, isLikely = false) => (
    <Button
      data-strong={isLikely || undefined}
      key={option.label}
      onClick={() => setChoice(option)}
    >
      {option.label}
    </Button>
  );
  const doneButton = isOpen && (
    <Button className="button col-span-full" data-strong={isWorkOver || undefined} onClick={done}>
      {isWorkOver ? "Done" : "Done: nothing more to do"}
    </Button>
  );
  return (
    <Sheet close={close} title={isWorkOver ? "Was it done?" : "What next?"}>
      <div className="grid grid-cols-2 gap-2">
        {isWorkOver && doneButton}
        {isUnreached && (
          <CallLink className="button col-span-full" data-strong lead={lead} onClick={close}>
            Call {lead.phone}
          </CallLink>
        )}
        {choices.slice(0, likely).map((option) => button(option, true))}
        {!isJustReached && (
          <>
            <Button onClick={() => act(lead, { kind: "called", reached: true })}>Reached</Button>
            <Button onClick={() => finish({ kind: "called", reached: false })}>No answer</Button>
          </>
        )}
        {choices.slice(likely).map((option) => button(option))}
        {!isWorkOver && doneButton}
      </div>
      <h3 className="mt-4 mb-2">Comes back</h3>
      <ReturnTime
        choose={(at) => finish({ kind: "put-off", until: at.toISOString() })}
        lead={lead}
      />
      {status !== "lost" && status !== "spam" && (
        <>
          <h3 className="mt-4 mb-2">Lost</h3>
          <div className="grid grid-cols-2 gap-2">
            {Object.entries(LOST_REASONS).map(([reason, label]) => (
              <Button
                key={reason}
                onClick={() => finish({ kind: "lost", reason: reason as LostReason })}
              >
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
    </Sheet>
  );
}

function Quoted({ lead, draft, finish }: FormProps) {
  const { values, field } = useForm(draft, { amount: typedAmount(lead.quoted) });
  const quote = () => finish({ kind: "quoted", amount: amountOf(values.amount) });
  return (
    <StepForm onSubmit={quote} submit="Quoted">
      <AmountField label="Amount, if you like" {...field("amount")} />
      <p>It comes back {weekdayTimeInWords(openingInDays(currentTime(), 3))}, to ask again.</p>
    </StepForm>
  );
}

const MAX_NAMES = 6;

/** Returns the names of people who may go: this person, people of other visits by frequency, and colleagues. */
function useNames(): string[] {
  const people = useQuery("session", () => request("get", "/session")).data?.people ?? [];
  const leads = useStore((state) => state.leads);
  const visits = groupBy([...leads.values()], ({ visitBy }) => visitBy ?? "");
  const used = [...visits].sort(([, one], [, other]) => other.length - one.length);
  const names = [nameOf(person ?? ""), ...used.map(([name]) => name), ...people.map(nameOf)];
  return [...new Set(names)].filter((name) => name).slice(0, MAX_NAMES);
}

function Visit({ lead, draft, finish }: FormProps) {
  const { visitAt, visitBy, status } = lead;
  const names = useNames();
  const isWork = status === "won";
  const isAhead = visitAt !== null && Date.parse(visitAt) > currentTime();
  const known = { at: isAhead ? toField(visitAt) : "", by: visitBy ?? names[0] ?? "" };
  const { values, type, field } = useForm(draft, known);
  const { at, by } = values;
  const time = fromField(at);
  const set = () => {
    if (!time) return;
    finish({ kind: "visit-set", visitAt: time.toISOString(), visitBy: by.trim() || undefined });
  };
  return (
    <StepForm isDisabled={!time} onSubmit={set} submit={isWork ? "Set the day" : "Set the visit"}>
      <AgreedTime after={isWork ? WORK_HOURS : VISIT_HOURS} {...field("at")}>
        <Field label="Who goes" {...field("by")} />
      </AgreedTime>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">Who goes</span>
        {names.map((name) => (
          <Button aria-pressed={name === by} key={name} onClick={() => type({ by: name })}>
            {name}
          </Button>
        ))}
      </p>
      {visitAt !== null && (
        <Button onClick={() => finish({ kind: "visit-called-off" })}>
          {isWork ? "No day any more" : "No visit any more"}
        </Button>
      )}
    </StepForm>
  );
}

function Won({ lead, draft, finish }: FormProps) {
  const known = { amount: typedAmount(lead.won ?? lead.quoted), at: "" };
  const { values, field } = useForm(draft, known);
  const { amount, at } = values;
  const win = () =>
    finish({ kind: "won", amount: amountOf(amount), workAt: fromField(at)?.toISOString() });
  return (
    <StepForm onSubmit={win} submit="Won">
      <AmountField label="Amount" {...field("amount")} />
      <div>
        <p className="mb-2 font-semibold">Day of the work, if it is known</p>
        <AgreedTime after={WORK_HOURS} {...field("at")} />
      </div>
    </StepForm>
  );
}

function Review({ lead, finish }: FormProps) {
  const message = reviewText(lead);
  const done = () => finish({ kind: "done" });
  return (
    <div className="grid gap-2">
      <p>{message?.text}</p>
      {message && <SendLinks close={done} lead={lead} message={message} />}
      <Button onClick={done}>Not now</Button>
    </div>
  );
}
