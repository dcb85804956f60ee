import { uuidOfTime } from "browser/uuid-of-time.ts";
import { currentTime } from "../api/clock.ts";
import type { Act, EnteredLead, Event, Lead } from "../api/server.ts";
import { person } from "../api/session.ts";
import { showToast } from "../page/toasts.ts";
import { mistakeIn } from "../rules/fold.ts";
import type { Unsent } from "../rules/log.ts";
import { actInWords, toastInWords } from "../words/act.ts";
import { endCall } from "./calls.ts";
import { draftOf, removeDrafts, storeDraft } from "./draft.ts";
import { getState, removeUnsent, storeUnsent } from "./store.ts";
import { sendUnsent } from "./unsent.ts";
import { currentLead } from "./use-leads.ts";

let latestMs = 0;

/** Returns a new event, later than this phone's others and than what it shows of the lead, whatever its clock says. */
function eventOf(act: Act, lead?: Lead): Event {
  const last = getState().unsent.at(-1)?.event.at;
  const seen = lead && (lead.changedAt ?? lead.createdAt);
  const known = [last, seen].map((time) => (time ? Date.parse(time) + 1 : 0));
  latestMs = Math.max(currentTime(), latestMs + 1, ...known);
  const at = new Date(latestMs).toISOString();
  return { ...act, id: uuidOfTime(latestMs), at, seen, who: person ?? "" } as Event;
}

/** Half a character, which a cut may leave, is no JSON. */
const wellFormed = (_key: string, value: unknown) =>
  typeof value === "string" ? value.toWellFormed() : value;

/** Stores an event on the phone, which shows it immediately, and sends it. */
async function record(unsent: Unsent): Promise<void> {
  await storeUnsent(JSON.parse(JSON.stringify(unsent, wellFormed)));
  await sendUnsent();
}

/** Records a person's act on a lead, and shows a toast with an Undo button. Returns why it cannot be recorded. */
export const act = (lead: Lead, act: Act): string | undefined =>
  actOnAll([[lead, act]], () => toastInWords(act, currentLead(lead.id) ?? lead));

/** Records acts on several leads, as {@link act} does. One toast undoes them all. */
export function actOnAll(acts: readonly [Lead, Act][], inWords: () => string): string | undefined {
  const events = acts.map(([lead, act]) => ({ lead, event: eventOf(act, lead) }));
  const mistake = events.map(({ event }) => mistakeIn(event)).find(Boolean);
  if (mistake) return mistake;
  for (const { lead, event } of events) {
    if (event.kind === "called") endCall(lead.id);
    void record({ event, leadId: lead.id });
  }
  const run = () => {
    for (const { lead, event } of events) undo(lead, event);
  };
  showToast({ about: acts[0]?.[0].id, text: inWords(), action: { label: "Undo", run } });
  return undefined;
}

export function undo(lead: Lead, event: Event) {
  const { id: leadId, name } = lead;
  void record({ event: eventOf({ kind: "undone", event: event.id }, lead), leadId });
  showToast({ about: leadId, text: `${name}: undone. ${actInWords(event)}` });
}

/** Enters a refused caller again, with corrected fields. */
export function enterAgain({ refusal: _, ...unsent }: Unsent, values: Partial<EnteredLead>) {
  if (unsent.enter) void record({ ...unsent, enter: { ...unsent.enter, ...values } });
}

/** Puts the text of a refused note back into its field. */
export function writeAgain(refused: Unsent) {
  const { leadId, event } = refused;
  if (event.kind !== "noted") return;
  storeDraft(leadId, [event.text, draftOf(leadId)].filter(Boolean).join("\n\n"));
  discard(refused);
}

/** Removes what the server refused: an event, or a caller with all their events. */
export function discard(refused: Unsent) {
  const { leadId, enter } = refused;
  if (enter) removeDrafts(leadId);
  const ofCaller = getState().unsent.filter((unsent) => unsent.leadId === leadId);
  void removeUnsent(enter ? ofCaller : [refused]);
}

/** Enters a caller as a lead, which is sent now or once there is a connection. Returns the lead's id. */
export function enter(caller: Omit<EnteredLead, "id" | "at">): string {
  const event = eventOf({ kind: "entered" });
  const leadId = uuidOfTime(latestMs);
  void record({ event, leadId, enter: { ...caller, id: leadId, at: event.at } });
  return leadId;
}
