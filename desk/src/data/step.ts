import type { Entry, Lead } from "../api/server.ts";
import { person } from "../api/session.ts";
import { type Change, type Refusal, undoing } from "../rules/change.ts";
import { momentInWords } from "../rules/clock.ts";
import {
  type Decisions,
  decisionsOf,
  type Step,
  settingsOf,
  stepForOthers,
} from "../rules/next.ts";
import { amountInWords } from "../words/lead.ts";
import { keepChanges, known, removeChange } from "./store.ts";
import { closeToastsAbout, showToast } from "./toasts.ts";
import { sendUnsent } from "./unsent.ts";
import { othersOf } from "./use-leads.ts";

let latestTime = 0;

/** What begins a change. A change that is made later has a greater id, also where the clock is set back. */
function newChange(): Pick<Change, "id" | "who" | "at"> {
  const latest = known().changes.at(-1)?.id.slice(0, 24);
  latestTime = Math.max(Date.now(), latestTime + 1, latest ? Date.parse(latest) + 1 : 0);
  const at = new Date(latestTime).toISOString();
  return { id: `${at} ${crypto.randomUUID()}`, who: person ?? "", at };
}

/** Keeps changes on the phone, and sends them. They are seen at once. */
async function make(changes: Change[]): Promise<void> {
  await keepChanges(changes).catch(() => {
    const text = "This phone cannot keep changes: leave the desk open until it is sent.";
    showToast({ kind: "problem", text });
  });
  await sendUnsent();
}

/** Takes a step about a lead, and about the other requests of its line; says so, with Undo. */
export function takeStep(lead: Lead, step: Step) {
  const forOthers = stepForOthers(step);
  const others = forOthers ? othersOf(lead) : [];
  const changes = [
    changeBy(step, lead),
    ...others.map((other) => changeBy(forOthers ?? step, other)),
  ];
  void make(changes);
  const alike = others.length > 0 ? ` With ${others.length} more of the same person.` : "";
  showToast({
    about: lead.id,
    text: `${stepInWords(lead.name, step, changes[0]?.set?.nextAt)}${alike}`,
    action: {
      label: "Undo",
      run: () => {
        void make(changes.map((change) => ({ ...change, ...newChange(), ...undone(change) })));
        showToast({ text: `${lead.name}: as it was.` });
      },
    },
  });
}

/** Without what the change has set: undoing says what is set instead. */
const undone = (change: Change) => ({ set: undefined, verdict: undefined, ...undoing(change) });

function changeBy(step: Step, lead: Lead): Change {
  const begun = newChange();
  return {
    ...begun,
    leadId: lead.id,
    name: lead.name,
    seen: decisionsOf(lead),
    ...(step.kind === "verdict"
      ? { verdict: step.verdict }
      : { set: settingsOf(step, lead, new Date(begun.at), person) }),
  };
}

const dollars = (amount: number | undefined) =>
  amount === undefined ? "" : `, ${amountInWords(amount)}`;

function stepInWords(name: string, step: Step, nextAt: string | null | undefined): string {
  const next = nextAt ? momentInWords(nextAt) : "";
  switch (step.kind) {
    case "call":
      return `${name}: ${step.reached ? "reached" : "nobody reached"}. Again ${next}.`;
    case "quoted":
      return `${name}: quoted${dollars(step.amount)}. To be asked ${next}.`;
    case "visit":
      return step.at ? `${name}: visit ${next}.` : `${name}: visit called off.`;
    case "won":
      return `${name}: won${dollars(step.amount)}.`;
    case "done":
      return `${name}: done.`;
    case "lost":
      return `${name}: lost.`;
    case "later":
      return `${name}: ${next}.`;
    case "note":
      return `${name}: note saved.`;
    case "take":
      return step.mine ? `${name}: yours.` : `${name}: given back.`;
    case "verdict":
      return step.verdict === "customer" ? `${name} is a customer.` : `${name} is spam.`;
  }
}

/** A caller, as somebody of the company enters them. */
export type Caller = Omit<Entry, "id" | "nextAt"> & { nextAt: Date };

/** Sends a caller again whom the server has refused, with another value of a field. */
export async function correct(refused: Change, values: Partial<Entry>): Promise<void> {
  const { enter, refusal: _, ...change } = refused;
  if (enter)
    await make([{ ...change, name: values.name ?? enter.name, enter: { ...enter, ...values } }]);
}

/** Removes a caller whom the server has refused, with all that was done to them. */
export async function discard({ leadId }: Change): Promise<void> {
  const theirs = known().changes.filter((change) => change.leadId === leadId);
  for (const change of theirs) await removeChange(change);
}

/**
 * Enters a caller as a lead. Answers the lead's id, or why the server did not accept it. Without a
 * connection the caller is kept on this phone, stands in the list, and is sent later.
 */
export async function enter(caller: Caller): Promise<{ id: string } | { refusal: Refusal }> {
  const begun = newChange();
  const leadId = crypto.randomUUID();
  const nextAt = caller.nextAt.toISOString();
  const seen: Decisions = {
    ...{ status: "called", nextAt, note: "", calls: [begun.at], takenBy: null, quoted: null },
    ...{ won: null, visitAt: null, visitBy: null, lostReason: null, suspect: false },
  };
  const entry = { ...caller, id: leadId, nextAt };
  await make([{ ...begun, leadId, name: caller.name, seen, enter: entry }]);
  const refused = known().changes.find(({ id, refusal }) => id === begun.id && refusal);
  if (!refused?.refusal) return { id: leadId };
  // The form has it all, and says why.
  closeToastsAbout(leadId);
  await removeChange(refused);
  return { refusal: refused.refusal };
}
