import { type ComponentType, useState } from "react";
import { type Lead, type LostReason, request } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { startCall } from "../../data/calls.ts";
import { useQuery } from "../../data/queries.ts";
import { takeStep } from "../../data/step.ts";
import { AmountField, amountOf, Button, Field, StepForm, TimeField } from "../../parts/form.tsx";
import {
  addDays,
  dayOf,
  fromField,
  inThreeDays,
  inTwoHours,
  nextMorning,
  openDay,
  openingOn,
  timeOn,
  toField,
} from "../../rules/clock.ts";
import type { Step } from "../../rules/next.ts";
import { capitalized, LOST_REASONS, nameOf } from "../../words/lead.ts";
import { morningInWords, weekdayTimeInWords } from "../../words/time.ts";
import { Sheet } from "./sheet.tsx";

interface Choice {
  label: string;
  question: string;
  Form?: ComponentType<FormProps>;
}

/** The steps, in order. Without a form, the step asks for a time. */
const CHOICES: readonly Choice[] = [
  { label: "Quoted", question: "How much was quoted?", Form: Quoted },
  { label: "Visit", question: "Visit: when, and who?", Form: Visit },
  { label: "Won", question: "Won: for how much, and when?", Form: Won },
  { label: "Lost", question: "Why was it lost?", Form: Lost },
  { label: "Later", question: "When does it come back?" },
];

/** Asks what is next for a lead, and then for the details of that step. */
export function WhatNext({ lead, close }: { lead: Lead; close: () => void }) {
  const [choice, setChoice] = useState<Choice>();
  const act = (step: Step) => {
    close();
    takeStep(lead, step);
  };
  if (choice) {
    const { question, Form } = choice;
    return Form ? (
      <Sheet close={close} key={question} title={question}>
        <Form act={act} lead={lead} />
      </Sheet>
    ) : (
      <WhenAgain choose={(at) => act({ kind: "later", at })} close={close} title={question} />
    );
  }
  return (
    <Sheet close={close} title="What now?">
      <div className="grid grid-cols-2 gap-2">
        {CHOICES.map((option) => (
          <Button key={option.label} onClick={() => setChoice(option)}>
            {option.label}
          </Button>
        ))}
        <Button
          onClick={() => {
            close();
            startCall(lead.id);
          }}
        >
          I called
        </Button>
        {lead.nextAt !== null && (
          <Button
            className="button col-span-full"
            data-strong={lead.status === "won" || undefined}
            onClick={() => act({ kind: "done" })}
          >
            Done: nothing more to do
          </Button>
        )}
      </div>
    </Sheet>
  );
}

interface FormProps {
  lead: Lead;
  act: (step: Step) => void;
}

const typedAmount = (amount: number | null) => (amount === null ? "" : String(amount));

function Quoted({ lead, act }: FormProps) {
  const [amount, setAmount] = useState(typedAmount(lead.quoted));
  return (
    <StepForm onSubmit={() => act({ kind: "quoted", amount: amountOf(amount) })} submit="Quoted">
      <AmountField label="Amount, if you like" onType={setAmount} value={amount} />
      <p>It comes back {weekdayTimeInWords(inThreeDays(Date.now()))}, to ask again.</p>
    </StepForm>
  );
}

/** The time of a visit from today on, else a time on the next day on which the company is open. */
function agreedOrNextDay({ visitAt }: Lead, clock: string) {
  const today = dayOf(Date.now());
  const isAgreed = visitAt !== null && dayOf(visitAt) >= today;
  return toField(isAgreed ? visitAt : timeOn(openDay(addDays(today, 1)), clock));
}

function Visit({ lead, act }: FormProps) {
  const people = useQuery("session", () => request("get", "/session")).data?.people ?? [];
  const [at, setAt] = useState(() => agreedOrNextDay(lead, "10:00"));
  const [by, setBy] = useState(() => lead.visitBy ?? nameOf(person ?? ""));
  const go = () => {
    const time = fromField(at);
    if (time) act({ kind: "visit", at: time, by: by.trim() });
  };
  return (
    <StepForm onSubmit={go} submit="Set the visit">
      <TimeField label="Date and time" onType={setAt} value={at} />
      <Field label="Who goes" list="people" maxLength={100} onType={setBy} value={by} />
      <datalist id="people">
        {people.map((email) => (
          <option key={email} value={nameOf(email)} />
        ))}
      </datalist>
      {lead.visitAt !== null && (
        <Button onClick={() => act({ kind: "visit", at: null })}>No visit any more</Button>
      )}
    </StepForm>
  );
}

function Won({ lead, act }: FormProps) {
  const [amount, setAmount] = useState(typedAmount(lead.won ?? lead.quoted));
  const [at, setAt] = useState("");
  return (
    <StepForm
      onSubmit={() => act({ kind: "won", amount: amountOf(amount), at: fromField(at) })}
      submit="Won"
    >
      <AmountField label="Amount" onType={setAmount} value={amount} />
      <TimeField
        label="Day of the work, if it is known"
        onType={setAt}
        required={false}
        value={at}
      />
    </StepForm>
  );
}

function Lost({ act }: FormProps) {
  return (
    <div className="grid gap-2">
      {Object.entries(LOST_REASONS).map(([reason, label]) => (
        <Button key={reason} onClick={() => act({ kind: "lost", reason: reason as LostReason })}>
          {label}
        </Button>
      ))}
    </div>
  );
}

interface WhenAgainProps {
  title: string;
  choose: (time: Date) => void;
  close: () => void;
}

/** Asks when a lead comes back: at a suggested time, or at another one. */
export function WhenAgain({ title, choose, close }: WhenAgainProps) {
  const [now] = useState(() => Date.now());
  const [own, setOwn] = useState(() => toField(inTwoHours(now)));
  const times: [string, Date][] = [
    ["In two hours", inTwoHours(now)],
    [capitalized(morningInWords(nextMorning(now), now)), nextMorning(now)],
    ["In three days", inThreeDays(now)],
    ["In a week", openingOn(addDays(dayOf(now), 7))],
  ];
  const pick = (time: Date) => {
    close();
    choose(time);
  };
  const pickOwn = () => {
    const time = fromField(own);
    if (time) pick(time);
  };
  return (
    <Sheet close={close} title={title}>
      <div className="grid gap-2">
        {times.map(([name, time]) => (
          <Button
            className="button flex-wrap justify-between gap-x-4 text-left"
            key={name}
            onClick={() => pick(time)}
          >
            {name} <span className="font-medium text-ink">{weekdayTimeInWords(time)}</span>
          </Button>
        ))}
        <details className="grid">
          <summary className="button list-none">Another time…</summary>
          <StepForm className="mt-2" onSubmit={pickOwn} submit="Comes back then">
            <TimeField label="At" onType={setOwn} value={own} />
          </StepForm>
        </details>
      </div>
    </Sheet>
  );
}
