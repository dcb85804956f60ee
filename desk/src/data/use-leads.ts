import { useMemo } from "react";
import { type Lead, type List, type PollResponse, request, ServerError } from "../api/server.ts";
import { applyChange, type Change, enteredLead, isUnsent } from "../rules/change.ts";
import { dayOf, timeOn } from "../rules/clock.ts";
import { matchesSearch } from "../rules/lead.ts";
import {
  groupLines,
  isMaybeSpam,
  isUnreachedEmergency,
  isVisible,
  type LeadLine,
  listOf,
  orderOf,
  sharesLine,
} from "../rules/next.ts";
import { capitalized, countedAtStart } from "../words/lead.ts";
import { draftTexts, type NoteDraft, useNoteDraft } from "./draft.ts";
import { readPage } from "./poll.ts";
import { cachedResult, storeResult, useIsOffline, useQuery } from "./queries.ts";
import { getState, receiveLeads, removeLeads, useStore } from "./store.ts";
import { useNow } from "./use-now.ts";

type Leads = ReadonlyMap<string, Lead>;

let latest: { leads: Leads; changes: readonly Change[]; result: Leads } | undefined;

/** Returns the leads as they will be once the server has all changes. */
function leadsWithChanges({ leads, changes } = getState()): Leads {
  if (latest?.leads === leads && latest.changes === changes) return latest.result;
  const result = new Map(leads);
  for (const change of changes) {
    const lead = result.get(change.leadId) ?? enteredLead(change);
    if (lead) result.set(lead.id, isUnsent(change) ? applyChange(lead, change) : lead);
  }
  latest = { leads, changes, result };
  return result;
}

const isIn = (list: List, lead: Lead, now: number): boolean =>
  list === "visits"
    ? isVisible(lead) &&
      lead.status !== "lost" &&
      lead.visitAt !== null &&
      Date.parse(lead.visitAt) >= timeOn(dayOf(now), "00:00").getTime()
    : listOf(lead, now) === list;

/**
 * Returns the loaded part of a list: the server's leads with the changes of this phone, at the present
 * time.
 */
export function useList(list: List) {
  const leads = useStore(leadsWithChanges);
  const progress = useStore(({ lists }) => lists[list]);
  const next = progress?.next;
  const isOffline = useIsOffline();
  const tick = useNow((time) => time);
  // biome-ignore lint/correctness/useExhaustiveDependencies: time moves leads between lists.
  const lines = useMemo((): LeadLine[] => {
    // Not the tick's time: a lead that arrived after it is due too.
    const now = Date.now();
    const order = orderOf(list);
    const isLoaded = (lead: Lead) =>
      !progress?.next || !progress.last || order(lead, progress.last) <= 0;
    const listed = [...leads.values()]
      .filter((lead) => isIn(list, lead, now) && isLoaded(lead))
      .sort(order);
    const isGrouped = list === "now" || list === "later";
    return isGrouped ? groupLines(listed) : listed.map((lead) => ({ lead, others: [] }));
  }, [list, leads, progress, tick]);
  return {
    lines,
    isLoading: !progress && !isOffline,
    /** whether the list was never read, and the server cannot be reached */
    isUnknown: !progress && isOffline,
    hasMore: typeof next === "string",
    loadMore: () => next && void loadPage(list, () => readPage(list, next)),
  };
}

const loadingKeys = new Set<string>();

/** Reads a further page, unless one is being read. */
async function loadPage(key: string, read: () => Promise<void>) {
  if (loadingKeys.has(key)) return;
  loadingKeys.add(key);
  // A failed read is tried again when the end of the list is next in view.
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
  const known = useStore(leadsWithChanges);
  const nothing = { leads: [] as Lead[], isLoading: false, hasMore: false, loadMore: () => {} };
  if (text === "") return { ...nothing, searchedHere: undefined };
  if (isPaused || error) {
    const leads = [...known.values()].filter((lead) => matchesSearch(lead, text));
    return { ...nothing, leads: leads.sort(orderOf("done")), searchedHere: known.size };
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

/** Returns the open requests that share a lead's line, and move with it. */
export function othersOf(lead: Lead, leads = leadsWithChanges()): Lead[] {
  const isOpen = (request: Lead) => isVisible(request) && request.nextAt !== null;
  if (!isOpen(lead)) return [];
  return [...leads.values()].filter(
    (other) => other.id !== lead.id && isOpen(other) && sharesLine(lead, other),
  );
}

const keyOf = (id: string, lead: Lead | undefined) => `lead/${id}/${lead?.version ?? ""}`;

async function readLead(id: string) {
  try {
    const result = await request("get", "/leads/{id}", { path: { id } });
    const { lead, related } = result;
    storeResult(keyOf(id, lead), result);
    receiveLeads([lead, ...related]);
    return result;
  } catch (error) {
    if (error instanceof ServerError && error.status === 404) removeLeads([id]);
    throw error;
  }
}

/** Returns a lead with its history: until that is read, the lead as this phone has it. */
export function useLead(id: string) {
  const leads = useStore(leadsWithChanges);
  const lead = leads.get(id);
  // Another version has another history. The server does not have a caller who is not sent yet.
  const key = lead && lead.version < 0 ? "" : keyOf(id, lead);
  const { data, error, isPaused } = useQuery(key, () => readLead(id));
  return {
    lead,
    /** newest first */
    history: data?.history,
    /** requests of the same number or e-mail address, newest first */
    related: data?.related.map((other) => leads.get(other.id) ?? other) ?? [],
    error,
    isPaused,
  };
}

/** Returns the draft of a lead's note if it is not saved. */
export function useUnsavedNote({ id, note }: Lead): NoteDraft | undefined {
  const draft = useNoteDraft(id);
  const isSaved = useUnsentChanges().some(
    ({ leadId, set }) => leadId === id && set?.note === draft?.text,
  );
  return draft && draft.text !== note && !isSaved ? draft : undefined;
}

/** Returns the changes that the server does not have yet, oldest first. */
export const useUnsentChanges = (): readonly Change[] =>
  useStore((state) => state.changes).filter(isUnsent);

/** Returns what this phone alone has: "3 changes and what you were writing are"; empty if there is nothing. */
export function useUnsentInWords(): string {
  const changes = useStore((state) => state.changes);
  const { length } = changes;
  const isSaved = (text: string) => changes.some(({ set }) => set?.note === text);
  const isWriting = draftTexts().some((text) => !isSaved(text));
  const things = [
    ...(length > 0 ? [countedAtStart(length, "change")] : []),
    ...(isWriting ? ["what you were writing"] : []),
  ];
  const verb = length > 1 || things.length > 1 ? "are" : "is";
  return things.length === 0 ? "" : `${capitalized(things.join(" and "))} ${verb}`;
}

/** Returns the server's counts with the unsent changes applied; undefined before the first poll. */
export function useCounts(): PollResponse["counts"] | undefined {
  const lastPoll = useStore((state) => state.lastPoll);
  const before = useStore((state) => state.leads);
  const after = useStore(leadsWithChanges);
  const unsent = useUnsentChanges();
  if (!lastPoll) return undefined;
  const counts = { ...lastPoll.counts };
  const now = Date.now();
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
