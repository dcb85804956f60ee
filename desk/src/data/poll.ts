import { currentTime } from "../api/clock.ts";
import { isSignedOut, type Lead, type List, type PollResponse, request } from "../api/server.ts";
import { endSession, isSignedIn } from "../api/session.ts";
import { leadHref } from "../page/route.ts";
import { showToast } from "../page/toasts.ts";
import { isUnreachedEmergency, listOf, positionOf } from "../rules/next.ts";
import { isServerReached, refreshQueries, setOffline } from "./queries.ts";
import { getState, receiveLeads, setListProgress, syncLeads, updateState } from "./store.ts";
import { resumeSending, sendUnsent } from "./unsent.ts";

/** The interval of polling until the server has told its own. */
const POLL_INTERVAL_MS = 1500;
const LISTS_PAUSE_MS = 15_000;

/** The lists in reading order, the urgent ones first. */
const READ_ORDER: readonly List[] = ["now", "visits", "later", "spam", "done"];

/** The number of leads of a list that are read at startup and stored on the phone. */
const PAGE_SIZE = 100;

let timer: ReturnType<typeof setTimeout> | undefined;
let isPolling = false;
/** Whether the lists must be read: they were not read yet, or the server could not list all changes. */
let areListsStale = true;
/** The time until which the lists are not read, because reading one of them failed. */
let listsPausedUntil = 0;

/** Polls the server for changes while the page is visible, and sends unsent changes. */
export function startPolling() {
  addEventListener("online", () => void poll());
  addEventListener("offline", () => setOffline(true));
  document.addEventListener("visibilitychange", () => void poll());
  void poll();
}

async function poll(): Promise<void> {
  clearTimeout(timer);
  if (isPolling || document.hidden || !isSignedIn()) return;
  isPolling = true;
  try {
    await receive(await request("get", "/changes", { query: { since: getState().lastPoll?.at } }));
  } catch (error) {
    if (isSignedOut(error)) endSession();
    else setOffline(true);
  } finally {
    isPolling = false;
  }
  const interval = getState().lastPoll?.intervalMs ?? POLL_INTERVAL_MS;
  if (isSignedIn() && !document.hidden) timer = setTimeout(poll, interval);
}

async function receive(lastPoll: PollResponse): Promise<void> {
  const before = getState().lastPoll;
  const { leads: known, lists } = getState();
  receiveLeads(lastPoll.leads);
  if (before && !lastPoll.more && lists.now) announceArrivals(lastPoll.leads, known);
  if (before && lastPoll.counts.undelivered !== before.counts.undelivered) refreshQueries("mails");
  // A poll without changes must not render anything.
  if (JSON.stringify(lastPoll) !== JSON.stringify(before)) updateState({ lastPoll });
  if (!isServerReached()) {
    resumeSending();
    listsPausedUntil = 0;
  }
  setOffline(false);
  void sendUnsent();
  areListsStale ||= lastPoll.more;
  if (!areListsStale || Date.now() < listsPausedUntil) return;
  try {
    await syncLeads(async () => {
      for (const list of READ_ORDER) await readPage(list);
    });
    areListsStale = false;
  } catch (error) {
    if (isSignedOut(error)) throw error;
    // The server responds. Only this list fails.
    listsPausedUntil = Date.now() + LISTS_PAUSE_MS;
  }
}

/** Reads the first page of a list, or the page at a cursor. */
export async function readPage(list: List, after = ""): Promise<void> {
  const query = { list, after, limit: PAGE_SIZE };
  const { leads, next } = await request("get", "/leads", { query });
  // The list was read again meanwhile, and the pages before this one are unknown.
  if (after && getState().lists[list]?.next !== after) return;
  receiveLeads(leads);
  const last = leads.at(-1);
  setListProgress(list, next === null || !last ? { next: null } : { next, last: positionOf(last) });
}

/** Shows a toast about received leads that are stored now, were unknown, and were not entered on this phone. */
function announceArrivals(leads: readonly Lead[], known: ReadonlyMap<string, Lead>) {
  const { leads: stored, unsent } = getState();
  const arrived = leads.filter(
    (lead) =>
      // An entered caller has an event. Only an emergency is new to those who did not talk to them.
      (lead.events === 0 || (lead.source === "call" && isUnreachedEmergency(lead))) &&
      stored.has(lead.id) &&
      !known.has(lead.id) &&
      !unsent.some(({ leadId }) => leadId === lead.id) &&
      listOf(lead, currentTime()) === "now",
  );
  const emergency = arrived.find((lead) => lead.emergency);
  const lead = emergency ?? arrived[0];
  if (!lead) return;
  const { id, name, service } = lead;
  const more = arrived.length > 1 ? `, and ${arrived.length - 1} more` : "";
  showToast({
    kind: emergency ? "emergency" : "news",
    text: `${emergency ? "Emergency" : "New lead"}: ${service ? `${name}, ${service}` : name}${more}`,
    action: { label: "Open", run: () => location.assign(leadHref(id)) },
  });
}
