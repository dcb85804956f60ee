import { type Changes, isSignedOut, type Lead, type List, request } from "../api/server.ts";
import { endSession, isSignedIn } from "../api/session.ts";
import { listOf, placeOf } from "../rules/next.ts";
import { leadLink } from "../words/links.ts";
import { isServerReached, refreshAnswers, setOffline } from "./answers.ts";
import { known, receiveLeads, replaceLeads, setLoaded, update } from "./store.ts";
import { showToast } from "./toasts.ts";
import { endPause, sendUnsent } from "./unsent.ts";

/** How often a visible page asks for what has changed. */
const POLL_INTERVAL_MS = 1500;

/** The lists, in the order in which they are read: what is next comes first. */
const LISTS: readonly List[] = ["now", "visits", "later", "spam", "done"];

/** How many leads of a list are read at the start, and kept on the phone. */
const FIRST_PAGE = 100;

let timer: ReturnType<typeof setTimeout> | undefined;
let isPolling = false;
/** Whether the lists have to be read: not yet, or the server could not name all that has changed. */
let areListsOld = true;

/** Asks again and again what has changed, while the page is visible, and sends what is unsent. */
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
    await hear(await request("get", "/changes", { query: { since: known().news?.at } }));
  } catch (error) {
    if (isSignedOut(error)) endSession();
    else setOffline(true);
  } finally {
    isPolling = false;
  }
  if (isSignedIn() && !document.hidden) timer = setTimeout(poll, POLL_INTERVAL_MS);
}

async function hear(news: Changes): Promise<void> {
  const before = known().news;
  if (before && !news.more && known().lists.now) announce(news.leads);
  receiveLeads(news.leads);
  if (before && news.counts.undelivered !== before.counts.undelivered) {
    refreshAnswers("mails");
  }
  // A poll that brings nothing renders nothing.
  if (JSON.stringify(news) !== JSON.stringify(before)) update({ news });
  if (!isServerReached()) endPause();
  setOffline(false);
  void sendUnsent();
  areListsOld ||= news.more;
  if (!areListsOld) return;
  await replaceLeads(async () => {
    for (const list of LISTS) await readPage(list);
  });
  areListsOld = false;
}

/** Reads the next page of a list, or its first. */
export async function readPage(list: List, after = ""): Promise<void> {
  const limit = FIRST_PAGE;
  const { leads, next } = await request("get", "/leads", { query: { list, after, limit } });
  receiveLeads(leads);
  const last = leads.at(-1);
  setLoaded(list, next === null || !last ? { next: null } : { next, last: placeOf(last) });
}

/** Says that leads have come which nobody here has seen. */
function announce(leads: readonly Lead[]) {
  const isEnteredHere = (id: string) => known().changes.some(({ leadId }) => leadId === id);
  const isNew = ({ id, version }: Lead) =>
    version === 0 && !known().leads.has(id) && !isEnteredHere(id);
  const [lead, ...others] = leads.filter((it) => isNew(it) && listOf(it, Date.now()) === "now");
  if (!lead) return;
  const emergency = [lead, ...others].find((it) => it.emergency);
  const { id, name, service } = emergency ?? lead;
  const what = emergency ? "Emergency" : "New lead";
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  showToast({
    kind: emergency ? "emergency" : "news",
    text: `${what}: ${service ? `${name}, ${service}` : name}${more}`,
    action: { label: "Open", run: () => location.assign(leadLink(id)) },
  });
}
