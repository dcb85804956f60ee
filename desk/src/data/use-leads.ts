import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type LeadChange, undoing } from "./change.ts";
import { byAge, holds } from "./lead.ts";
import { type Folder, type Lead, request } from "./server.ts";
import { folderOf, STATUSES } from "./status.ts";
import { KEYS, knownLead, knownLeads, type LeadAndHistory } from "./store.ts";
import { showToast } from "./toasts.ts";
import { changedLeads, useCounts, useUnsentChanges } from "./use-changes.ts";

/** A list that grows by pages: what the server has, and what this phone has changed since. */
export interface LeadList {
  leads: Lead[];
  isLoading: boolean;
  hasMore: boolean;
  loadMore: () => void;
}

const readPage = (query: { folder?: Folder; search?: string; after: string }) =>
  request("get", "/leads", { query });

/** The leads of a folder, newest first. */
export function useFolder(folder: Folder, { isWanted = true } = {}): LeadList {
  // Not before the first poll: what changes after it is then sure to be heard of.
  const enabled = useCounts() !== undefined && isWanted;
  const query = useInfiniteQuery({
    queryKey: KEYS.list(folder),
    queryFn: ({ pageParam }) => readPage({ folder, after: pageParam }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled,
  });
  const unsent = useUnsentChanges();
  const leads = useMemo(() => {
    const known = query.data?.pages.flatMap((page) => page.leads) ?? [];
    const changed = changedLeads(unsent);
    if (changed.size === 0) return known;
    const here = [...changed.values()].map(({ after }) => after);
    return [...known.filter(({ id }) => !changed.has(id)), ...here]
      .filter((lead) => folderOf(lead) === folder)
      .sort(byAge);
  }, [query.data, unsent, folder]);
  return { leads, ...progressOf(query) };
}

/**
 * The leads in which a text is found, of all folders. Where the server is not reached: of those on this
 * phone, with their number.
 */
export function useSearch(text: string): LeadList & { searchedHere?: number } {
  const query = useInfiniteQuery({
    queryKey: KEYS.search(text),
    queryFn: ({ pageParam }) => readPage({ search: text, after: pageParam }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: text !== "",
    staleTime: 0,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const changed = changedLeads(useUnsentChanges());
  const asChanged = (lead: Lead) => changed.get(lead.id)?.after ?? lead;
  if (text === "") return { leads: [], isLoading: false, hasMore: false, loadMore: () => {} };
  if (query.isPaused || query.failureCount > 0) {
    const here = knownLeads();
    const leads = here.filter((lead) => holds(lead, text)).map(asChanged);
    const progress = { isLoading: false, hasMore: false, loadMore: () => {} };
    return { leads, searchedHere: here.length, ...progress };
  }
  const found = query.data?.pages.flatMap((page) => page.leads) ?? [];
  return { leads: found.map(asChanged), ...progressOf(query) };
}

function progressOf(query: {
  isPending: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => Promise<unknown>;
}) {
  return {
    isLoading: query.isPending,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (!query.isFetching) void query.fetchNextPage();
    },
  };
}

/** One lead and its history. Until the server has answered: what the phone knows of it. */
export function useLead(id: string) {
  const query = useQuery<LeadAndHistory>({
    queryKey: KEYS.lead(id),
    queryFn: () => request("get", "/leads/{id}", { path: { id } }),
    placeholderData: () => {
      const lead = knownLead(id);
      return lead && { lead };
    },
  });
  const changed = changedLeads(useUnsentChanges()).get(id);
  const lead = changed?.after ?? query.data?.lead;
  return { lead, history: query.data?.history, error: query.error, isPaused: query.isPaused };
}

/** Makes a change, shows that it is made, and offers to undo it. */
export function useChangeLead() {
  const { mutate } = useMutation<Lead, Error, LeadChange>({ mutationKey: KEYS.change });
  return (change: LeadChange) => {
    mutate(change);
    showToast({
      text: describeChange(change),
      action: {
        label: "Undo",
        run: () => {
          mutate(undoing(change));
          showToast({ text: `${change.lead.name}: as it was.` });
        },
      },
    });
  };
}

function describeChange({ lead: { name }, status, verdict }: LeadChange): string {
  if (verdict === "customer") return `${name} is a customer.`;
  if (verdict === "spam") return `${name} is spam.`;
  if (status) return `${name}: ${STATUSES[status].label.toLowerCase()}.`;
  return `${name}: note saved.`;
}
