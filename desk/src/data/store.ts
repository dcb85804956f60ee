import { clear, delMany, set, setMany, values } from "idb-keyval";
import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import type { Lead, LeadAndLog, List, PollResponse } from "../api/server.ts";
import {
  isSignedIn,
  mayStore,
  onSessionChange,
  person,
  removePerson,
  storageKey,
} from "../api/session.ts";
import { phoneStorage, recordStorageRefusal } from "../api/storage.ts";
import { isLead, withKnownTexts } from "../rules/lead.ts";
import type { Unsent } from "../rules/log.ts";
import type { ListPosition } from "../rules/next.ts";
import { endCall } from "./calls.ts";
import { removeDrafts } from "./draft.ts";
import { prunePhotos } from "./photos.ts";
import {
  cachedResult,
  clearQueries,
  recordsOf,
  refreshQueries,
  removeQueries,
  restoreQueries,
  storeResult,
} from "./queries.ts";

// The leads as the server has them, and the unsent events, each in its own record in IndexedDB. Leads are
// stored until the session ends, and events until the server has them.

/** The part of a list that was read. */
export interface ListProgress {
  /** the cursor of the next page; null if there is none */
  next: string | null;
  /** the position of the last lead at the time of reading; the leads after it are unknown */
  last?: ListPosition;
}

type ListsProgress = Readonly<Partial<Record<List, ListProgress>>>;

interface StoreState {
  leads: ReadonlyMap<string, Lead>;
  /** the events that the server does not have yet, oldest first */
  unsent: readonly Unsent[];
  lists: ListsProgress;
  lastPoll: PollResponse | undefined;
}

let state: StoreState = { leads: new Map(), unsent: [], lists: {}, lastPoll: undefined };
const { announce, subscribe } = createListeners();

/** Returns the state of this tab. */
export const getState = (): StoreState => state;

export function updateState(part: Partial<StoreState>) {
  state = { ...state, ...part };
  announce();
}

/** Returns a part of the state. `select` must return the same object while nothing in it changes. */
export function useStore<T>(select: (state: StoreState) => T): T {
  return useSyncExternalStore(subscribe, () => select(state));
}

const leadRecords = recordsOf("desk-leads", "leads");
const unsentRecords = recordsOf("desk-events", "events");

const PROGRESS_KEY = "lists";

/** Without IndexedDB, the desk works until it is closed. */
const ignore = () => {};

/** Restores the state from the records on the phone. */
export async function restore(): Promise<void> {
  const [stored = []] = await Promise.all([
    values(leadRecords).catch(recordStorageRefusal),
    refreshUnsent(),
    restoreQueries(),
  ]);
  // Records from another version of the desk are ignored, and read from the server again.
  const leads = stored.filter(isLead);
  updateState({
    leads: new Map([...leads.map((lead) => [lead.id, lead] as const), ...state.leads]),
  });
  const lists = cachedResult(PROGRESS_KEY) as ListsProgress | undefined;
  if (lists && leads.length === stored.length) updateState({ lists });
}

/** The ids of erased leads. A response from before an erasure may arrive after it. */
const erasedIds = new Set<string>();

/** The ids received in the running synchronization of the lists. Undefined if none is running. */
let syncedIds: Set<string> | undefined;

/** Stores leads from the server, except older versions and leads in the format of another desk version. */
export function receiveLeads(received: readonly Lead[]) {
  for (const { id } of received) syncedIds?.add(id);
  const current = received.flatMap((sent) => {
    if (!isLead(sent) || erasedIds.has(sent.id)) return [];
    const before = state.leads.get(sent.id);
    return before && sent.events < before.events ? [] : [withKnownTexts(sent, before)];
  });
  for (const lead of current) {
    const known = knownLog(lead.id);
    // The log on this phone lacks the newest events.
    if (known && !isEqual(known.lead, lead)) refreshQueries(logKey(lead.id));
  }
  const changed = current.filter((lead) => !isEqual(lead, state.leads.get(lead.id)));
  if (changed.length === 0) return;
  const records = changed.map((lead) => [lead.id, lead] as [string, Lead]);
  const lostPhotos = changed.some(({ id, photos }) =>
    state.leads.get(id)?.photos.some((photo) => !photos.includes(photo)),
  );
  updateState({ leads: new Map([...state.leads, ...records]) });
  if (lostPhotos) void prunePhotos(state.leads);
  if (mayStore()) void setMany(records, leadRecords).catch(ignore);
}

export const logKey = (id: string) => `lead/${id}`;

/** A lead with its log, and the ids of the same person's other leads if they were read. */
type KnownLog = LeadAndLog & { related?: string[] };

/** Returns the log of a lead as it was last read from the server, if this phone has it. */
export const knownLog = (id: string) => cachedResult(logKey(id)) as KnownLog | undefined;

/** Stores the log of a lead from the server, unless the known log is newer. Returns the newer log. */
export function receiveLog(received: KnownLog): KnownLog {
  const { id, events } = received.lead;
  if (erasedIds.has(id)) return received;
  const known = knownLog(id);
  const isOlder = known && events < known.lead.events;
  const log = isOlder ? { ...received, ...known } : { ...known, ...received };
  storeResult(logKey(id), log);
  receiveLeads([received.lead]);
  return log;
}

/** Compares two leads. The server sends a change several times, so that none is missed. */
const isEqual = (one: Lead, other?: Lead) => JSON.stringify(one) === JSON.stringify(other);

/** Removes leads that the server no longer has, with the drafts, calls, and results that name them. */
export function removeLeads(ids: readonly string[]) {
  const gone = ids.filter((id) => !erasedIds.has(id));
  if (gone.length === 0) return;
  for (const id of gone) {
    erasedIds.add(id);
    removeDrafts(id);
    endCall(id);
  }
  void removeRecords(gone);
  for (const prefix of ["mails", "webhooks", "search", "figures", "estimate-lines"])
    void removeQueries(prefix);
}

async function removeRecords(ids: readonly string[]) {
  const leads = new Map(state.leads);
  for (const id of ids) leads.delete(id);
  updateState({ leads });
  for (const id of ids) void removeQueries(logKey(id));
  await delMany([...ids], leadRecords).catch(ignore);
  await prunePhotos(state.leads);
}

/** Records which part of a list was read. */
export function setListProgress(list: List, progress: ListProgress) {
  updateState({ lists: { ...state.lists, [list]: progress } });
  storeResult(PROGRESS_KEY, state.lists);
}

/** Reads all lists, and removes the leads that are no longer in them: erased leads, and leads too far down. */
export async function syncLeads(readLists: () => Promise<void>): Promise<void> {
  syncedIds = new Set();
  try {
    await readLists();
    const needed = new Set([...syncedIds, ...state.unsent.map(({ leadId }) => leadId)]);
    const isOpen = (id: string) => location.hash.endsWith(`/${id}`);
    const gone = [...state.leads.keys()].filter((id) => !needed.has(id) && !isOpen(id));
    if (gone.length > 0) await removeRecords(gone);
  } finally {
    syncedIds = undefined;
  }
  // The open lead may have been erased. The other results may name an erased lead.
  for (const prefix of ["lead/", "mails", "webhooks"]) refreshQueries(prefix);
}

/** The events whose record is not written yet, or cannot be written. */
const unwritten = new Map<string, Unsent>();
/** The ids of events that were sent or discarded, because their records may remain. */
const removedIds = new Set<string>();

/** Notifies other tabs of added and removed events, and of the resulting leads. */
const otherTabs = new BroadcastChannel("desk");
otherTabs.onmessage = ({ data }: MessageEvent<Lead[]>) => {
  if (isSignedIn()) receiveLeads(data);
  void refreshUnsent();
};

/** Reads the events that this or another tab stored. A failed read changes nothing. */
export async function refreshUnsent(): Promise<readonly Unsent[]> {
  const records = await values<Unsent>(unsentRecords).catch(() => state.unsent);
  const all = new Map([...records, ...unwritten.values()].map((it) => [it.event.id, it]));
  const unsent = [...all.values()]
    .filter(({ event }) => event.who === person && !removedIds.has(event.id))
    .sort((one, other) => (one.event.id < other.event.id ? -1 : 1));
  if (JSON.stringify(unsent) !== JSON.stringify(state.unsent)) updateState({ unsent });
  return unsent;
}

/** Stores an event that will be sent. The event is visible before its record is written. */
export async function storeUnsent(unsent: Unsent): Promise<void> {
  const { id } = unsent.event;
  unwritten.set(id, unsent);
  updateState({ unsent: [...state.unsent.filter(({ event }) => event.id !== id), unsent] });
  await set(id, unsent, unsentRecords).then(() => unwritten.delete(id), recordStorageRefusal);
  await refreshUnsent();
  otherTabs.postMessage([]);
}

/** Removes events that were sent or will not be sent, and stores the resulting lead. */
export async function removeUnsent(removed: readonly Unsent[], lead?: Lead): Promise<void> {
  const ids = removed.map(({ event }) => event.id);
  for (const id of ids) {
    unwritten.delete(id);
    removedIds.add(id);
  }
  await delMany(ids, unsentRecords).catch(ignore);
  if (lead) receiveLeads([lead]);
  updateState({ unsent: state.unsent.filter(({ event }) => !ids.includes(event.id)) });
  otherTabs.postMessage(lead ? [lead] : []);
}

/** Removes everything that was read from the server. Typed texts and unsent events stay. */
export async function clearLeads(): Promise<void> {
  updateState({ leads: new Map(), lists: {}, lastPoll: undefined });
  await Promise.all([clear(leadRecords).catch(ignore), clearQueries(), prunePhotos(state.leads)]);
}

// The phone may be lost.
onSessionChange(() => void clearLeads());

/** Removes everything that the desk stores on this phone for the signed-in person. */
export async function clearPhone() {
  await clearLeads();
  await removeUnsent(state.unsent);
  for (const key of phoneStorage.keys()) {
    if (key.startsWith(storageKey(""))) phoneStorage.remove(key);
  }
  removePerson();
}
