import { clear, createStore, del, delMany, setMany, values } from "idb-keyval";
import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import type { Changes, Lead, List } from "../api/server.ts";
import {
  forgetPerson,
  isSignedIn,
  mayKeep,
  onSessionChange,
  person,
  STORAGE_PREFIX,
} from "../api/session.ts";
import { type Change, withoutVisitor } from "../rules/change.ts";
import { isLead, withKnownTexts } from "../rules/lead.ts";
import type { Place } from "../rules/next.ts";
import {
  dropAnswers,
  forgetAnswers,
  knownAnswer,
  putAnswer,
  refreshAnswers,
  restoreAnswers,
} from "./answers.ts";
import { removeDraft } from "./draft.ts";
import { keepPhotosOf } from "./photos.ts";

// What the phone knows: the leads as the server has them, and the changes that it does not have yet.
// Each is a record of its own in IndexedDB. Leads are kept until the session ends; changes, until the
// server has them.

/** How far a list is loaded. */
export interface Loaded {
  /** for the next page, `after`; null where there is none */
  next: string | null;
  /** the place of the last lead when it was read: what comes after it is not known */
  last?: Place;
}

type Lists = Readonly<Partial<Record<List, Loaded>>>;

interface State {
  leads: ReadonlyMap<string, Lead>;
  /** oldest first */
  changes: readonly Change[];
  lists: Lists;
  /** the server's latest answer about what is new */
  news: Changes | undefined;
}

let state: State = { leads: new Map(), changes: [], lists: {}, news: undefined };
const { announce, subscribe } = createListeners();

export const known = (): State => state;

export function update(part: Partial<State>) {
  state = { ...state, ...part };
  announce();
}

/** A part of what is known. `select` answers the same value as long as nothing about it changes. */
export function useKnown<T>(select: (state: State) => T): T {
  return useSyncExternalStore(subscribe, () => select(state));
}

const leadRecords = createStore("desk-leads", "leads");
const changeRecords = createStore("desk-changes", "changes");

/** The key under which it is kept how far lists are loaded. */
const LISTS = "lists";

/** Without IndexedDB, the desk works as long as it is open. */
const ignore = () => {};

/** Reads what the phone has kept. */
export async function restore(): Promise<void> {
  // Where the version before this one kept all of it. What was unsent there, it has sent by itself: it runs
  // until the service worker has read this version from the server.
  indexedDB.deleteDatabase("keyval-store");
  const [kept] = await Promise.all([
    values(leadRecords).catch(() => []),
    refreshChanges(),
    restoreAnswers(),
  ]);
  // What an older version has kept is read anew.
  const leads = kept.filter(isLead);
  update({ leads: new Map([...leads.map((lead) => [lead.id, lead] as const), ...state.leads]) });
  const lists = knownAnswer(LISTS) as Lists | undefined;
  if (lists && leads.length === kept.length) update({ lists });
}

/** The leads that a reading of the lists has brought so far, while one is under way. */
let brought: Set<string> | undefined;

/**
 * Takes in leads that the server has sent. Older versions than those known are left out, and what is in
 * a shape that this version of the desk does not know.
 */
export function receiveLeads(received: readonly Lead[]) {
  for (const { id } of received) brought?.add(id);
  const news = received.filter(isLead).flatMap((sent) => {
    const before = state.leads.get(sent.id);
    const lead = withKnownTexts(sent, before);
    return before && (lead.version < before.version || isEqual(lead, before)) ? [] : [lead];
  });
  if (news.length === 0) return;
  const records = news.map((lead) => [lead.id, lead] as [string, Lead]);
  const isRemoved = news.some(({ id, photos }) =>
    state.leads.get(id)?.photos.some((photo) => !photos.includes(photo)),
  );
  update({ leads: new Map([...state.leads, ...records]) });
  if (isRemoved) void keepPhotosOf(state.leads);
  if (mayKeep()) void setMany(records, leadRecords).catch(ignore);
}

/** The server names a change several times, so that none is missed. */
const isEqual = (one: Lead, other: Lead) => JSON.stringify(one) === JSON.stringify(other);

/** Removes what the phone keeps of leads that the server no longer has. */
export function forgetLeads(ids: readonly string[]) {
  for (const id of ids) removeDraft(id);
  void dropLeads(ids);
  // They name it.
  for (const list of ["mails", "webhooks", "search"]) void dropAnswers(list);
}

async function dropLeads(ids: readonly string[]) {
  const leads = new Map(state.leads);
  for (const id of ids) leads.delete(id);
  update({ leads });
  await delMany([...ids], leadRecords).catch(ignore);
  await keepPhotosOf(state.leads);
}

/** Keeps how far a list is loaded. */
export function setLoaded(list: List, loaded: Loaded) {
  update({ lists: { ...state.lists, [list]: loaded } });
  putAnswer(LISTS, state.lists);
}

/**
 * Runs a reading of all lists. Leads that it does not bring are beyond what is kept here, or were erased:
 * the phone keeps them no longer.
 */
export async function replaceLeads(read: () => Promise<void>): Promise<void> {
  brought = new Set();
  try {
    await read();
    const needed = new Set([...brought, ...state.changes.map(({ leadId }) => leadId)]);
    const isOpen = (id: string) => location.hash.endsWith(`/${id}`);
    const gone = [...state.leads.keys()].filter((id) => !needed.has(id) && !isOpen(id));
    if (gone.length > 0) await dropLeads(gone);
  } finally {
    brought = undefined;
  }
  // What is open may have been erased, and others may name it.
  for (const beginning of ["lead/", "mails", "webhooks"]) refreshAnswers(beginning);
}

/** Changes whose record is not written yet, or cannot be. */
const unwritten = new Map<string, Change>();

const otherTabs = new BroadcastChannel("desk");
otherTabs.onmessage = ({ data }: MessageEvent<Lead[]>) => {
  if (isSignedIn()) receiveLeads(data);
  void refreshChanges();
};

/** Tells other tabs that changes were added or removed, and of leads that came of it. */
const tellOtherTabs = (leads: Lead[] = []) => otherTabs.postMessage(leads);

/** Reads the changes that this or another tab has kept. */
export async function refreshChanges(): Promise<readonly Change[]> {
  const records = await values<Change>(changeRecords).catch(() => []);
  const all = new Map([...records, ...unwritten.values()].map((change) => [change.id, change]));
  const changes = [...all.values()]
    .filter((change) => change.who === person && change.seen)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  if (JSON.stringify(changes) !== JSON.stringify(state.changes)) update({ changes });
  return changes;
}

/** Keeps changes, in place of those with their ids. They are in sight before they are written. */
export async function keepChanges(changes: readonly Change[]): Promise<void> {
  for (const change of changes) unwritten.set(change.id, change);
  const ids = new Set(changes.map(({ id }) => id));
  update({ changes: [...state.changes.filter(({ id }) => !ids.has(id)), ...changes] });
  await setMany(
    changes.map((change) => [change.id, change]),
    changeRecords,
  );
  for (const id of ids) unwritten.delete(id);
  await refreshChanges();
  tellOtherTabs();
}

/** Removes a change that needs not be sent any more, with the lead that came of it. */
export async function removeChange({ id }: Change, lead?: Lead): Promise<void> {
  unwritten.delete(id);
  await del(id, changeRecords).catch(ignore);
  if (lead) receiveLeads([lead]);
  await refreshChanges();
  tellOtherTabs(lead && [lead]);
}

/** Removes what was read; the phone may be a lost one. What was typed stays. */
export async function removeLeads(): Promise<void> {
  update({ leads: new Map(), lists: {}, news: undefined });
  await Promise.all([clear(leadRecords).catch(ignore), forgetAnswers(), keepPhotosOf(state.leads)]);
}

onSessionChange(() => {
  void removeLeads();
  if (state.changes.length > 0) void keepChanges(state.changes.map(withoutVisitor)).catch(ignore);
});

/** Removes from this phone whatever the desk keeps on it, for the person who is signed in. */
export async function forgetEverything() {
  await removeLeads();
  await delMany(
    state.changes.map(({ id }) => id),
    changeRecords,
  ).catch(ignore);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(STORAGE_PREFIX)) localStorage.removeItem(key);
  }
  forgetPerson();
}
