import type { EnteredLead, Lead } from "../api/server.ts";
import { person } from "../api/session.ts";
import { type Change, undoOf } from "../rules/change.ts";
import {
  type Decisions,
  decisionsOf,
  type Step,
  settingsForStep,
  stepForOthers,
} from "../rules/next.ts";
import { stepInWords } from "../words/change.ts";
import { getState, removeChange, storeChanges } from "./store.ts";
import { showToast } from "./toasts.ts";
import { sendUnsent } from "./unsent.ts";
import { othersOf } from "./use-leads.ts";

let latestTime = 0;

/** Returns the start of a change. A later change has a greater id, even if the clock is set back. */
function newChange(): Pick<Change, "id" | "who" | "at"> {
  const latest = getState().changes.at(-1)?.id.slice(0, 24);
  latestTime = Math.max(Date.now(), latestTime + 1, latest ? Date.parse(latest) + 1 : 0);
  const at = new Date(latestTime).toISOString();
  return { id: `${at} ${crypto.randomUUID()}`, who: person ?? "", at };
}

/** Stores changes on the phone, which shows them at once, and sends them. */
async function make(changes: Change[]): Promise<void> {
  await storeChanges(changes).catch(() => {
    const text = "This phone cannot keep changes: leave the desk open until it is sent.";
    showToast({ kind: "problem", text });
  });
  await sendUnsent();
}

/** Takes a step for a lead and the other requests of its line, and shows a toast with Undo. */
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
        void make(
          changes.map((change) => ({
            ...change,
            ...newChange(),
            ...{ set: undefined, verdict: undefined },
            ...undoOf(change),
          })),
        );
        showToast({ text: `${lead.name}: as it was.` });
      },
    },
  });
}

function changeBy(step: Step, lead: Lead): Change {
  const begun = newChange();
  return {
    ...begun,
    leadId: lead.id,
    name: lead.name,
    seen: decisionsOf(lead),
    ...(step.kind === "verdict"
      ? { verdict: step.verdict }
      : { set: settingsForStep(step, lead, new Date(begun.at), person) }),
  };
}

/** Sends a caller whom the server refused again, with another value of a field. */
export async function correct(refused: Change, values: Partial<EnteredLead>): Promise<void> {
  const { enter, refusal: _, ...change } = refused;
  if (!enter) return;
  await make([{ ...change, name: values.name ?? enter.name, enter: { ...enter, ...values } }]);
}

/** Removes a caller whom the server refused, with all changes to them. */
export async function discard({ leadId }: Change): Promise<void> {
  const discarded = getState().changes.filter((change) => change.leadId === leadId);
  for (const change of discarded) await removeChange(change);
}

/**
 * Enters a caller as a lead. Without a connection the caller stays on this phone, appears in the list, and
 * is sent later.
 *
 * @returns the lead's id, and the change if the server refused it
 */
export async function enter(
  caller: Omit<EnteredLead, "id">,
): Promise<{ id: string; refused?: Change }> {
  const begun = newChange();
  const leadId = crypto.randomUUID();
  const seen: Decisions = {
    ...{ status: "called", nextAt: caller.nextAt, note: "", calls: [begun.at], takenBy: null },
    ...{ quoted: null, won: null, visitAt: null, visitBy: null, lostReason: null, suspect: false },
  };
  await make([{ ...begun, leadId, name: caller.name, seen, enter: { ...caller, id: leadId } }]);
  const refused = getState().changes.find(({ id, refusal }) => id === begun.id && refusal);
  return { id: leadId, refused };
}
