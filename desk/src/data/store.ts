import { clear, createStore, del, delMany, setMany, values } from "idb-keyval";
import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import type { Lead, List, PollResponse } from "../api/server.ts";
import {
  isSignedIn,
  mayStore,
  onSessionEnd,
  person,
  removePerson,
  STORAGE_PREFIX,
} from "../api/session.ts";
import { type Change, withoutVisitor } from "../rules/change.ts";
import { isLead, withKnownTexts } from "../rules/lead.ts";
import type { ListPosition } from "../rules/next.ts";
import { removeDraft } from "./draft.ts";
import { prunePhotos } from "./photos.ts";
import {
  cachedResult,
  clearQueries,
  refreshQueries,
  removeQueries,
  restoreQueries,
  storeResult,
} from "./queries.ts";

// The leads as the server has them, and the changes that it does not have yet, each in a record of its own in
// IndexedDB. Leads are stored until the session ends; changes, until the server has them.

/** How much of a list was read. */
export interface ListProgress {
  /** the cursor of the next page; null if there is none */
  next: string | null;
  /** the position of the last lead when it was read: the leads after it are not known */
  last?: ListPosition;
}

type ListsProgress = Readonly<Partial<Record<List, ListProgress>>>;

interface State {
  leads: ReadonlyMap<string, Lead>;
  /** oldest first */
  changes: readonly Change[];
  lists: ListsProgress;
  lastPoll: PollResponse | undefined;
}

let state: State = { leads: new Map(), changes: [], lists: {}, lastPoll: undefined };
const { announce, subscribe } = createListeners();

/** Returns the state of this tab. */
export const getState = (): State => state;

/** Sets a part of the state. */
export function updateState(part: Partial<State>) {
  state = { ...state, ...part };
  announce();
}

/** Returns a part of the state. `select` must return the same object while nothing in it changes. */
export function useStore<T>(select: (state: State) => T): T {
  return useSyncExternalStore(subscribe, () => select(state));
}

const leadRecords = createStore("desk-leads", "leads");
const changeRecords = createStore("desk-changes", "changes");

const PROGRESS_KEY = "lists";

/** Without IndexedDB, the desk works as long as it is open. */
const ignore = () => {};

/** Restores the state from the records on the phone. */
export async function restore(): Promise<void> {
  const [stored] = await Promise.all([
    values(leadRecords).catch(() => []),
    refreshChanges(),
    restoreQueries(),
  ]);
  // Records of another version of the desk are read again.
  const leads = stored.filter(isLead);
  updateState({
    leads: new Map([...leads.map((lead) => [lead.id, lead] as const), ...state.leads]),
  });
  const lists = cachedResult(PROGRESS_KEY) as ListsProgress | undefined;
  if (lists && leads.length === stored.length) updateState({ lists });
}

/** The ids that were received during a synchronization of the lists, while one is running. */
let syncedIds: Set<string> | undefined;

/** Stores leads from the server, except older versions and those in the shape of another desk version. */
export function receiveLeads(received: readonly Lead[]) {
  for (const { id } of received) syncedIds?.add(id);
  const changed = received.filter(isLead).flatMap((sent) => {
    const before = state.leads.get(sent.id);
    const lead = withKnownTexts(sent, before);
    return before && (lead.version < before.version || isEqual(lead, before)) ? [] : [lead];
  });
  if (changed.length === 0) return;
  const records = changed.map((lead) => [lead.id, lead] as [string, Lead]);
  const lostPhotos = changed.some(({ id, photos }) =>
    state.leads.get(id)?.photos.some((photo) => !photos.includes(photo)),
  );
  updateState({ leads: new Map([...state.leads, ...records]) });
  if (lostPhotos) void prunePhotos(state.leads);
  if (mayStore()) void setMany(records, leadRecords).catch(ignore);
}

/** The server sends a change several times, so that none is missed. */
const isEqual = (one: Lead, other: Lead) => JSON.stringify(one) === JSON.stringify(other);

/** Removes leads that the server no longer has, and what names them. */
export function removeLeads(ids: readonly string[]) {
  for (const id of ids) removeDraft(id);
  void removeRecords(ids);
  for (const prefix of ["mails", "webhooks", "search"]) void removeQueries(prefix);
}

async function removeRecords(ids: readonly string[]) {
  const leads = new Map(state.leads);
  for (const id of ids) leads.delete(id);
  updateState({ leads });
  await delMany([...ids], leadRecords).catch(ignore);
  await prunePhotos(state.leads);
}

/** Stores how much of a list was read. */
export function setListProgress(list: List, progress: ListProgress) {
  updateState({ lists: { ...state.lists, [list]: progress } });
  storeResult(PROGRESS_KEY, state.lists);
}

/**
 * Runs a reading of all lists, and removes the leads that it did not return: they were erased, or are too far
 * down a list to be stored.
 */
export async function syncLeads(readLists: () => Promise<void>): Promise<void> {
  syncedIds = new Set();
  try {
    await readLists();
    const needed = new Set([...syncedIds, ...state.changes.map(({ leadId }) => leadId)]);
    const isOpen = (id: string) => location.hash.endsWith(`/${id}`);
    const gone = [...state.leads.keys()].filter((id) => !needed.has(id) && !isOpen(id));
    if (gone.length > 0) await removeRecords(gone);
  } finally {
    syncedIds = undefined;
  }
  // The open lead may have been erased, and these may name an erased one.
  for (const prefix of ["lead/", "mails", "webhooks"]) refreshQueries(prefix);
}

/** The changes whose record is not written yet, or cannot be. */
const unwritten = new Map<string, Change>();

const otherTabs = new BroadcastChannel("desk");
otherTabs.onmessage = ({ data }: MessageEvent<Lead[]>) => {
  if (isSignedIn()) receiveLeads(data);
  void refreshChanges();
};

/** Notifies other tabs of added or removed changes, and of the resulting leads. */
const notifyOtherTabs = (leads: Lead[] = []) => otherTabs.postMessage(leads);

/** Reads the changes that this or another tab stored. */
export async function refreshChanges(): Promise<readonly Change[]> {
  const records = await values<Change>(changeRecords).catch(() => []);
  const all = new Map([...records, ...unwritten.values()].map((change) => [change.id, change]));
  const changes = [...all.values()]
    .filter((change) => change.who === person && change.seen)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  if (JSON.stringify(changes) !== JSON.stringify(state.changes)) updateState({ changes });
  return changes;
}

/** Stores changes in place of those with their ids. They are visible before they are written. */
export async function storeChanges(changes: readonly Change[]): Promise<void> {
  const records = changes.map((change) => [change.id, change] as [string, Change]);
  const added = new Map(records);
  for (const [id, change] of added) unwritten.set(id, change);
  updateState({ changes: [...state.changes.filter(({ id }) => !added.has(id)), ...changes] });
  await setMany(records, changeRecords);
  for (const id of added.keys()) unwritten.delete(id);
  await refreshChanges();
  notifyOtherTabs();
}

/** Removes a change that was sent or is not to be sent, and stores the resulting lead. */
export async function removeChange({ id }: Change, lead?: Lead): Promise<void> {
  unwritten.delete(id);
  await del(id, changeRecords).catch(ignore);
  if (lead) receiveLeads([lead]);
  await refreshChanges();
  notifyOtherTabs(lead && [lead]);
}

/** Removes everything that was read from the server. What was typed stays. */
export async function clearLeads(): Promise<void> {
  updateState({ leads: new Map(), lists: {}, lastPoll: undefined });
  await Promise.all([clear(leadRecords).catch(ignore), clearQueries(), prunePhotos(state.leads)]);
}

// The phone may be a lost one.
onSessionEnd(() => {
  void clearLeads();
  if (state.changes.length > 0) void storeChanges(state.changes.map(withoutVisitor)).catch(ignore);
});

/** Removes everything that the desk stores on this phone for the person who is signed in. */
export async function clearPhone() {
  await clearLeads();
  const ids = state.changes.map(({ id }) => id);
  await delMany(ids, changeRecords).catch(ignore);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(STORAGE_PREFIX)) localStorage.removeItem(key);
  }
  removePerson();
}
