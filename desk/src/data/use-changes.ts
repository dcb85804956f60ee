import { useMutationState, useQuery } from "@tanstack/react-query";
import { type LeadChange, withChange } from "./change.ts";
import { type Changes, type Lead, request } from "./server.ts";
import { folderOf, isUnjudged } from "./status.ts";
import { client, KEYS, knownLead, receiveLeads, reloadLists } from "./store.ts";
import { showToast } from "./toasts.ts";

/** How often a visible page asks for what has changed. */
const POLL_INTERVAL_MS = 1500;

/** Asks again and again what has changed, while the page is visible. For one component. */
export function usePolling() {
  const { fetchStatus, isError } = useQuery({
    queryKey: KEYS.changes,
    queryFn: poll,
    staleTime: 0,
    retry: false,
    refetchInterval: POLL_INTERVAL_MS,
  });
  return { isOffline: fetchStatus === "paused" || isError };
}

async function poll(): Promise<Changes> {
  const before = client.getQueryData<Changes>(KEYS.changes);
  const now = await request("get", "/changes", { query: { since: before?.at } });
  if (!before || now.more) {
    reloadLists();
    return now;
  }
  if (client.getQueryData(KEYS.list("open"))) {
    announce(now.leads.filter((lead) => !knownLead(lead.id) && folderOf(lead) === "open"));
  }
  receiveLeads(now.leads);
  if (now.counts.undelivered !== before.counts.undelivered) {
    void client.invalidateQueries({ queryKey: KEYS.mails });
  }
  return now;
}

function announce([lead, ...others]: Lead[]) {
  if (!lead) return;
  const what = lead.emergency ? "Emergency" : "New lead";
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  const { name, service } = lead;
  showToast({
    text: `${what}: ${service ? `${name}, ${service}` : name}${more}`,
    action: {
      label: "Open",
      run: () => {
        location.hash = `#lead/${lead.id}`;
      },
    },
  });
}

/** The changes that the server does not have yet, oldest first. */
export function useUnsentChanges(): LeadChange[] {
  return useMutationState({
    filters: { mutationKey: KEYS.change, status: "pending" },
    select: ({ state }) => state.variables as LeadChange,
  });
}

/** How many leads and mails wait; undefined until the server has said so. */
export function useCounts(): Changes["counts"] | undefined {
  const { data } = useQuery<Changes, Error, Changes["counts"]>({
    queryKey: KEYS.changes,
    select: ({ counts }) => counts,
    enabled: false,
  });
  const unsent = useUnsentChanges();
  if (!data) return undefined;
  const counts = { ...data };
  for (const { before, after } of changedLeads(unsent).values()) {
    counts.open += Number(folderOf(after) === "open") - Number(folderOf(before) === "open");
    counts.spam += Number(isUnjudged(after)) - Number(isUnjudged(before));
  }
  return counts;
}

/** The leads that unsent changes are about: as the server has them, and as they will be. */
export function changedLeads(unsent: LeadChange[]): Map<string, { before: Lead; after: Lead }> {
  const leads = new Map<string, { before: Lead; after: Lead }>();
  for (const change of unsent) {
    const { id } = change.lead;
    const before = leads.get(id)?.before ?? knownLead(id) ?? change.lead;
    leads.set(id, { before, after: withChange(leads.get(id)?.after ?? before, change) });
  }
  return leads;
}
