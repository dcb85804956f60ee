import { useMemo } from "react";
import { type Lead, type LeadPage, type List, request, ServerError } from "../api/server.ts";
import { type Change, enteredLead, isUnsent, withChange } from "../rules/change.ts";
import { dayOf, timeOn } from "../rules/clock.ts";
import { holds } from "../rules/lead.ts";
import { isSameMatter, isVisible, type LeadLine, linesOf, listOf, orderOf } from "../rules/next.ts";
import { knownAnswer, putAnswer, useAnswer, useIsOffline } from "./answers.ts";
import { readPage } from "./poll.ts";
import { forgetLeads, known, receiveLeads, useKnown } from "./store.ts";
import { useNow } from "./use-now.ts";

type Leads = ReadonlyMap<string, Lead>;

let latest: { leads: Leads; changes: readonly Change[]; result: Leads } | undefined;

/** The leads that the phone knows, as they will be when the server has all changes. */
export function leadsWithChanges({ leads, changes } = known()): Leads {
  if (latest?.leads === leads && latest.changes === changes) return latest.result;
  let result = leads;
  if (changes.length > 0) {
    const changed = new Map(leads);
    for (const change of changes) {
      const lead = changed.get(change.leadId) ?? enteredLead(change);
      if (lead) changed.set(lead.id, isUnsent(change) ? withChange(lead, change) : lead);
    }
    result = changed;
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

/** The leads of a list at a time, in its order, as far as it is loaded. */
function leadsOf(list: List, leads: Leads, now: number): Lead[] {
  const order = orderOf(list);
  const loaded = known().lists[list];
  const isLoaded = (lead: Lead) => !loaded?.next || !loaded.last || order(lead, loaded.last) <= 0;
  return [...leads.values()].filter((lead) => isIn(list, lead, now) && isLoaded(lead)).sort(order);
}

/**
 * A list, as far as it is loaded: what the server has, what this phone has changed since, and what time
 * has moved.
 */
export function useList(list: List) {
  const leads = useKnown(leadsWithChanges);
  const loaded = useKnown(({ lists }) => lists[list]);
  const next = loaded?.next;
  const isOffline = useIsOffline();
  const tick = useNow((time) => time);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how far the list is loaded is part of what is known; time moves leads.
  const lines = useMemo((): LeadLine[] => {
    // Not the tick's time: a lead that came since is due too.
    const listed = leadsOf(list, leads, Date.now());
    const isJoined = list === "now" || list === "later";
    return isJoined ? linesOf(listed) : listed.map((lead) => ({ lead, others: [] }));
  }, [list, leads, loaded, tick]);
  return {
    lines,
    isLoading: !loaded && !isOffline,
    /** whether nothing is known, and the server cannot be asked */
    isUnknown: !loaded && isOffline,
    hasMore: typeof next === "string",
    loadMore: () => next && void readOn(list, () => readPage(list, next)),
  };
}

/** The lists and searches of which a page is being read. */
const reading = new Set<string>();

/** Reads a further page, unless one is being read. */
async function readOn(key: string, read: () => Promise<void>) {
  if (reading.has(key)) return;
  reading.add(key);
  // What fails is asked for again with the next look at the list's end.
  await read().catch(() => {});
  reading.delete(key);
}

async function search(text: string, after: string): Promise<LeadPage> {
  const page = await request("get", "/leads", { query: { search: text, after } });
  receiveLeads(page.leads);
  return page;
}

/**
 * The leads in which a text is found, of all lists, the best first. Where the server is not reached: of
 * those on this phone, with their number.
 */
export function useSearch(text: string) {
  const key = text && `search/${text}`;
  const { data, isPaused, isPrevious, error } = useAnswer(key, () => search(text, ""));
  const here = useKnown(leadsWithChanges);
  const nothing = { leads: [] as Lead[], isLoading: false, hasMore: false, loadMore: () => {} };
  if (text === "") return { ...nothing, searchedHere: undefined };
  if (isPaused || error) {
    const leads = [...here.values()].filter((lead) => holds(lead, text)).sort(orderOf("done"));
    return { ...nothing, leads, searchedHere: here.size };
  }
  const { leads = [], next = null } = data ?? {};
  const loadMore = async () => {
    if (next === null || isPrevious) return;
    const page = await search(text, next);
    // It may have been asked again, or forgotten, meanwhile.
    if (knownAnswer(key) === data) putAnswer(key, { ...page, leads: [...leads, ...page.leads] });
  };
  return {
    leads: leads.map((lead) => here.get(lead.id) ?? lead),
    isLoading: data === undefined,
    hasMore: next !== null,
    loadMore: () => void readOn(key, loadMore),
    searchedHere: undefined,
  };
}

/** The open requests that are the same matter as a lead, and move with it. */
export function othersOf(lead: Lead, leads: Leads = leadsWithChanges()): Lead[] {
  const isOpen = (it: Lead) => isVisible(it) && it.nextAt !== null;
  if (!isOpen(lead)) return [];
  return [...leads.values()].filter(
    (other) => other.id !== lead.id && isOpen(other) && isSameMatter(lead, other),
  );
}

const keyOf = (id: string, lead: Lead | undefined) => `lead/${id}/${lead?.version ?? ""}`;

async function readLead(id: string) {
  try {
    const answer = await request("get", "/leads/{id}", { path: { id } });
    const { lead, related } = answer;
    putAnswer(keyOf(id, lead), answer);
    receiveLeads([lead, ...related]);
    return answer;
  } catch (error) {
    if (error instanceof ServerError && error.status === 404) forgetLeads([id]);
    throw error;
  }
}

/** One lead and what is known about it. Until the server has answered: what the phone knows of it. */
export function useLead(id: string) {
  const leads = useKnown(leadsWithChanges);
  const lead = leads.get(id);
  // Another version has another history.
  const { data, error, isPaused } = useAnswer(keyOf(id, lead), () => readLead(id));
  return {
    lead,
    /** the latest first */
    history: data?.history,
    /** requests of the same number or e-mail address, the newest first */
    related: data?.related.map((it) => leads.get(it.id) ?? it) ?? [],
    error,
    isPaused,
  };
}
