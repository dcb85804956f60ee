import { uuidOfTime } from "browser/uuid-of-time.ts";
import type { Act, EnteredLead, Event, Lead } from "../api/server.ts";
import { person } from "../api/session.ts";
import type { Unsent } from "../rules/log.ts";
import { actInWords, toastInWords } from "../words/act.ts";
import { endCall } from "./calls.ts";
import { storeDraft } from "./draft.ts";
import { getState, removeUnsent, storeUnsent } from "./store.ts";
import { showToast } from "./toasts.ts";
import { sendUnsent } from "./unsent.ts";
import { currentLead } from "./use-leads.ts";

let latestMs = 0;

/** Returns a new event. A later one has a greater time and id, even if the clock is set back. */
function eventOf(act: Act): Event {
  const last = getState().unsent.at(-1)?.event.at;
  latestMs = Math.max(Date.now(), latestMs + 1, last ? Date.parse(last) + 1 : 0);
  const at = new Date(latestMs).toISOString();
  return { ...act, id: uuidOfTime(latestMs), at, who: person ?? "" } as Event;
}

/** Stores an event on the phone, which shows it immediately, and sends it. */
async function record(unsent: Unsent): Promise<void> {
  await storeUnsent(unsent);
  await sendUnsent();
}

/** Records a person's act on a lead, and shows a toast with an Undo button. */
export function act(lead: Lead, act: Act) {
  if (act.kind === "called") endCall(lead.id);
  const event = eventOf(act);
  const { id } = lead;
  void record({ event, leadId: id });
  const text = toastInWords(act, currentLead(id) ?? lead);
  showToast({ about: id, text, action: { label: "Undo", run: () => undo(lead, event) } });
}

/** Records that an event is undone. */
export function undo({ id: leadId, name }: Lead, event: Event) {
  void record({ event: eventOf({ kind: "undone", event: event.id }), leadId });
  showToast({ about: leadId, text: `${name}: undone. ${actInWords(event)}` });
}

/** Enters a refused caller again, with corrected fields. */
export function enterAgain({ refusal: _, ...unsent }: Unsent, values: Partial<EnteredLead>) {
  if (unsent.enter) void record({ ...unsent, enter: { ...unsent.enter, ...values } });
}

/** Removes a refused caller, with all their events. */
export function discard({ leadId }: Unsent) {
  storeDraft(leadId, "");
  void removeUnsent(getState().unsent.filter((unsent) => unsent.leadId === leadId));
}

/** Enters a caller as a lead, which is sent now or once there is a connection. Returns the lead's id. */
export function enter(caller: Omit<EnteredLead, "id" | "at">): string {
  const event = eventOf({ kind: "entered" });
  const leadId = uuidOfTime(latestMs);
  void record({ event, leadId, enter: { ...caller, id: leadId, at: event.at } });
  return leadId;
}
