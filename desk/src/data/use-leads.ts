import { useMemo } from "react";
import { currentTime } from "../api/clock.ts";
import { type Lead, type List, type PollResponse, request, ServerError } from "../api/server.ts";
import { person } from "../api/session.ts";
import { useNow } from "../page/use-now.ts";
import { dayOf, timeOn } from "../rules/clock.ts";
import { isFoldLoaded } from "../rules/fold.ts";
import { matchesSearch } from "../rules/lead.ts";
import { clashesOf, enteredLead, foldLead, isApplied, logOf, type Unsent } from "../rules/log.ts";
import {
  firstVisit,
  groupBy,
  isMaybeSpam,
  isUnreachedEmergency,
  listOf,
  orderOf,
} from "../rules/next.ts";
import { capitalized, countedAtStart } from "../words/lead.ts";
import { hasDrafts } from "./draft.ts";
import { readPage } from "./poll.ts";
import { cachedResult, storeResult, useIsOffline, useQuery } from "./queries.ts";
import {
  getState,
  knownLog,
  logKey,
  receiveLeads,
  receiveLog,
  removeLeads,
  useStore,
} from "./store.ts";

type Leads = ReadonlyMap<string, Lead>;

let latest:
  | { leads: Leads; unsent: readonly Unsent[]; isFolded: boolean; result: Leads }
  | undefined;

/** Returns all leads with the unsent events applied. */
function foldedLeads({ leads, unsent } = getState()): Leads {
  const isFolded = isFoldLoaded();
  if (latest?.leads === leads && latest.unsent === unsent && latest.isFolded === isFolded) {
    return latest.result;
  }
  const result = new Map(leads);
  for (const [id, own] of groupBy(unsent.filter(isApplied), ({ leadId }) => leadId)) {
    const lead = leads.get(id) ?? own.map(enteredLead).find((entered) => entered);
    const known = knownLog(id);
    if (!lead) continue;
    const log = lead.events === known?.lead.events ? known.events : undefined;
    const events = own.map(({ event }) => event);
    result.set(id, foldLead(lead, lead.events < 0 ? [] : log, events));
  }
  latest = { leads, unsent, isFolded, result };
  return result;
}

/** Returns a lead with the unsent events applied. */
export const currentLead = (id: string): Lead | undefined => foldedLeads().get(id);

const isIn = (list: List, lead: Lead, now: number, today: number): boolean =>
  list === "visits"
    ? !lead.hidden && firstVisit(lead, today) !== undefined
    : listOf(lead, now) === list;

/** Returns the loaded part of a list at the current time, with the unsent events applied. */
export function useList(list: List) {
  const leads = useStore(foldedLeads);
  const progress = useStore(({ lists }) => lists[list]);
  const next = progress?.next;
  const isOffline = useIsOffline();
  const tick = useNow((time) => time);
  // biome-ignore lint/correctness/useExhaustiveDependencies: time moves leads between lists.
  const listed = useMemo(() => {
    // The tick's time is too old for a lead that arrived after the tick.
    const now = currentTime();
    const today = timeOn(dayOf(now), "00:00").getTime();
    const order = orderOf(list, now);
    const isLoaded = (lead: Lead) =>
      !progress?.next || !progress.last || order(lead, progress.last) <= 0;
    return [...leads.values()]
      .filter((lead) => isIn(list, lead, now, today) && isLoaded(lead))
      .sort(order);
  }, [list, leads, progress, tick]);
  return {
    leads: listed,
    isLoading: !progress && !isOffline,
    /** whether the list was never read, and the server cannot be reached */
    isUnknown: !progress && isOffline,
    hasMore: typeof next === "string",
    loadMore: () => next && void loadPage(list, () => readPage(list, next)),
  };
}

const loadingKeys = new Set<string>();

/** Reads the next page, unless a page is being read. */
async function loadPage(key: string, read: () => Promise<void>) {
  if (loadingKeys.has(key)) return;
  loadingKeys.add(key);
  // A failed read is retried when the end of the list comes into view again.
  await read().catch(() => {});
  loadingKeys.delete(key);
}

async function search(text: string, after: string) {
  const page = await request("get", "/leads", { query: { search: text, after } });
  receiveLeads(page.leads);
  return page;
}

/**
 * Searches all lists, best matches first. If the server cannot be reached, searches the leads on this phone,
 * and returns their number as `searchedHere`.
 */
export function useSearch(text: string) {
  const key = text && `search/${text}`;
  const { data, isPaused, isPrevious, error } = useQuery(key, () => search(text, ""));
  const known = useStore(foldedLeads);
  const nothing = { leads: [] as Lead[], isLoading: false, hasMore: false, loadMore: () => {} };
  if (text === "") return { ...nothing, searchedHere: undefined };
  if (isPaused || error) {
    const leads = [...known.values()].filter((lead) => matchesSearch(lead, text));
    return {
      ...nothing,
      leads: leads.sort(orderOf("done", currentTime())),
      searchedHere: known.size,
    };
  }
  const { leads = [], next = null } = data ?? {};
  const loadMore = async () => {
    if (next === null || isPrevious) return;
    const page = await search(text, next);
    // The search may have been repeated or removed in the meantime.
    if (cachedResult(key) === data) storeResult(key, { ...page, leads: [...leads, ...page.leads] });
  };
  return {
    leads: leads.map((lead) => known.get(lead.id) ?? lead),
    isLoading: data === undefined,
    hasMore: next !== null,
    loadMore: () => void loadPage(key, loadMore),
    searchedHere: undefined,
  };
}

async function readLead(id: string) {
  try {
    const result = await request("get", "/leads/{id}", { path: { id } });
    receiveLeads(result.related);
    return receiveLog({ ...result, related: result.related.map((other) => other.id) });
  } catch (error) {
    if (error instanceof ServerError && error.status === 404) removeLeads([id]);
    throw error;
  }
}

/** Returns a lead with its log. Until the log is read, returns the lead as stored on this phone. */
export function useLead(id: string) {
  const leads = useStore(foldedLeads);
  const lead = leads.get(id);
  // The server does not have the lead of a caller before it is sent.
  const isEntered = lead !== undefined && lead.events < 0;
  const { data, error, isPaused } = useQuery(isEntered ? "" : logKey(id), () => readLead(id));
  const own = useUnsent().filter((unsent) => unsent.leadId === id && isApplied(unsent));
  return {
    lead,
    /** newest first */
    log: logOf(
      data?.events ?? [],
      own.map(({ event }) => event),
    ),
    clashes: clashesOf(data ?? {}, person),
    /** requests with the same phone number or email address, newest first */
    related: data?.related?.flatMap((other) => leads.get(other) ?? []) ?? [],
    error,
    isPaused,
  };
}

/** Returns the events that the server does not have yet, oldest first. */
export const useUnsent = (): readonly Unsent[] => useStore((state) => state.unsent);

/** Returns what the server refused of a lead: events, or the caller who was to be entered. */
export const useRefused = (id: string): Unsent[] =>
  useUnsent().filter(({ leadId, refusal }) => leadId === id && refusal);

/** Describes the data that only this phone has: "3 changes and what you were writing are"; empty if none. */
export function useUnsentInWords(): string {
  const { length } = useUnsent();
  const things = [
    ...(length > 0 ? [countedAtStart(length, "change")] : []),
    ...(hasDrafts() ? ["what you were writing"] : []),
  ];
  const verb = length > 1 || things.length > 1 ? "are" : "is";
  return things.length === 0 ? "" : `${capitalized(things.join(" and "))} ${verb}`;
}

/** Returns the server's counts with the unsent events applied; undefined before the first poll. */
export function useCounts(): PollResponse["counts"] | undefined {
  const lastPoll = useStore((state) => state.lastPoll);
  const before = useStore((state) => state.leads);
  const after = useStore(foldedLeads);
  const unsent = useUnsent();
  if (!lastPoll) return undefined;
  const counts = { ...lastPoll.counts };
  const now = currentTime();
  for (const id of new Set(unsent.map(({ leadId }) => leadId))) {
    add(before.get(id), -1);
    add(after.get(id), 1);
  }
  return counts;

  function add(lead: Lead | undefined, by: 1 | -1) {
    if (!lead) return;
    const list = listOf(lead, now);
    if (list === "now" || list === "later") counts[list] += by;
    if (list === "now" && isUnreachedEmergency(lead)) counts.emergencies += by;
    if (list === "spam" && isMaybeSpam(lead)) counts.spam += by;
  }
}
