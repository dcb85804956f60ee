import { useState } from "react";
import { currentTime } from "../../api/clock.ts";
import type { Act, Lead, LeadStatus, LostReason } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { storeDraft, useForm } from "../../data/draft.ts";
import { useLead } from "../../data/use-leads.ts";
import { AmountField, amountOf, StepForm, typedAmount } from "../../parts/fields.tsx";
import { Button, Problem } from "../../parts/form.tsx";
import { CallLink } from "../../parts/links.tsx";
import { SendLinks } from "../../parts/send-links.tsx";
import { fromField, MINUTE_MS, openingInDays } from "../../rules/clock.ts";
import { offerOf } from "../../rules/estimate.ts";
import { isWorkDone } from "../../rules/next.ts";
import { LOST_REASONS } from "../../words/lead.ts";
import { estimateText, type Message, reviewText } from "../../words/texts.ts";
import { weekdayTimeInWords } from "../../words/time.ts";
import { Visit, Work } from "./appoint.tsx";
import type { Choice, FormProps } from "./choice.ts";
import { BLANK, EstimateForm, knownEstimate } from "./estimate.tsx";
import { Sheet } from "./sheet.tsx";
import { AgreedTime, ReturnTime } from "./when.tsx";

/** The acts that need details. */
const CHOICES = {
  quoted: { label: "Quoted", question: "How much was quoted?", Form: Quoted },
  visit: { label: "Visit", question: "Visit: when, and who?", Form: Visit },
  work: { label: "Day of the work", question: "Work: when, and who?", Form: Work },
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
  won: [1, work, visit, quoted],
  lost: [0, quoted, visit, won],
  spam: [0],
};

interface WhatNextProps {
  lead: Lead;
  close: () => void;
  /** the act that is offered first, instead of all of them */
  begin?: Choice;
}

/** Offers the acts that may come next, the likely ones first, and asks for their details. */
export function WhatNext({ lead, close, begin }: WhatNextProps) {
  const [choice, setChoice] = useState(begin);
  const [mistake, setMistake] = useState<string>();
  const draft = `${lead.id}/${choice?.label}`;
  const finish = (what: Act, then?: Choice) => {
    const found = act(lead, what);
    setMistake(found);
    if (found) return;
    storeDraft(draft, "");
    if (then) setChoice(then);
    else close();
  };
  if (choice) {
    const { question, Form } = choice;
    // The work is recorded as done even if the person closes the sheet without asking for a review.
    const leave = choice === CHOICES.review ? () => finish({ kind: "done" }) : close;
    return (
      <Sheet close={leave} key={question} title={question}>
        <Form close={close} draft={draft} finish={finish} lead={lead} />
        <Problem className="problem mt-3">{mistake}</Problem>
      </Sheet>
    );
  }
  const { status, nextAt, visitAt, calls, call, email } = lead;
  const [count, ...choices] = NEXT[status];
  const likely = status === "won" && (visitAt !== null || isWorkDone(lead)) ? 0 : count;
  const isUnreached = status === "new" || status === "no-answer";
  const isOpen = nextAt !== null;
  const [next, ...further] = lead.appointments.filter(({ ended }) => ended === null);
  const isWorkOver =
    isOpen &&
    status === "won" &&
    next?.purpose === "work" &&
    Date.parse(next.from) <= currentTime();
  const isJustReached = !isUnreached && currentTime() - Date.parse(calls.at(-1) ?? "") < MINUTE_MS;
  const mayAsk = (call || email) && reviewText(lead);
  const done = () => {
    // The further days of the work stay.
    if (isWorkOver && further.length > 0) {
      finish({ kind: "ended", appointment: next.id, how: "done" });
    } else if (mayAsk) setChoice(CHOICES.review);
    else finish({ kind: "done" });
  };
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

/** What is offered after an estimate that the customer can read. */
const SENT: Choice = { label: "Sent", question: "Send them the estimate?", Form: SendEstimate };

function Quoted({ lead, draft, finish }: FormProps) {
  const offer = offerOf(lead, useLead(lead.id).log);
  const known = { amount: typedAmount(lead.quoted), ...knownEstimate(offer) };
  const form = useForm(draft, known);
  const { amount, lines } = form.values;
  if (lines.length > 0) {
    const send = lead.link ? SENT : undefined;
    return <EstimateForm finish={(act) => finish(act, send)} form={form} lead={lead} />;
  }
  return (
    <StepForm onSubmit={() => finish({ kind: "quoted", amount: amountOf(amount) })} submit="Quoted">
      <AmountField label="Amount, if you like" {...form.field("amount")} />
      <Button onClick={() => form.type({ lines: [{ ...BLANK, amount }] })}>
        Lines, options, extras…
      </Button>
      <p>It comes back {weekdayTimeInWords(openingInDays(currentTime(), 3))}, to ask again.</p>
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
        <AgreedTime crew={lead.visitBy ?? ""} lead={lead} purpose="work" {...field("at")} />
      </div>
    </StepForm>
  );
}

function Review({ lead, finish }: FormProps) {
  return <Send close={() => finish({ kind: "done" })} lead={lead} message={reviewText(lead)} />;
}

function SendEstimate({ lead, close }: FormProps) {
  return <Send close={close} lead={lead} message={estimateText(lead)} />;
}

interface SendProps extends Pick<FormProps, "lead" | "close"> {
  message: Message | undefined;
}

const Send = ({ lead, close, message }: SendProps) => (
  <div className="grid gap-2">
    <p className="wrap-anywhere">{message?.text}</p>
    {message && <SendLinks close={close} lead={lead} message={message} />}
    <Button onClick={close}>Not now</Button>
  </div>
);
