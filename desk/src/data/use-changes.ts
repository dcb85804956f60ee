import type { Changes, Lead } from "../api/server.ts";
import { type Change, isUnsent } from "../rules/change.ts";
import { isBurning, isUnjudged, listOf } from "../rules/next.ts";
import { useKnown } from "./store.ts";
import { leadsWithChanges } from "./use-leads.ts";

/** The changes that the server does not have yet, oldest first. */
export function useUnsentChanges(): readonly Change[] {
  return useKnown((state) => state.changes).filter(isUnsent);
}

/** How many leads and mails wait; undefined until the server has said so. */
export function useCounts(): Changes["counts"] | undefined {
  const news = useKnown((state) => state.news);
  const leads = useKnown((state) => state.leads);
  const after = useKnown(leadsWithChanges);
  const changed = useUnsentChanges();
  if (!news) return undefined;
  const counts = { ...news.counts };
  const time = Date.now();
  for (const id of new Set(changed.map(({ leadId }) => leadId))) {
    count(leads.get(id), -1);
    count(after.get(id), 1);
  }
  return counts;

  function count(lead: Lead | undefined, by: 1 | -1) {
    if (!lead) return;
    const list = listOf(lead, time);
    if (list === "now" || list === "later") counts[list] += by;
    if (list === "now" && isBurning(lead)) counts.emergencies += by;
    if (list === "spam" && isUnjudged(lead)) counts.spam += by;
  }
}
