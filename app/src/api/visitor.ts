import { randomUuid } from "./random-uuid";
import { mayStore, readTab, writeTab } from "./tab-storage";

/** What the visitor is known by. Under Global Privacy Control: by nothing. */
export interface Visitor {
  /** A hash of the browser's traits, or a random UUID where there is none. */
  visitor_id: string | null;
  /** A UUID that lasts as long as the tab. */
  session_id: string | null;
  /** The page that led here, or empty. */
  referrer: string;
}

const SESSION = `${import.meta.env.VITE_COMPANY_SLUG}-session`;
const VISITOR = `${import.meta.env.VITE_COMPANY_SLUG}-visitor`;

/** Who is visiting. It is settled when first asked: clicks and leads of one tab carry the same ids. */
export function currentVisitor(): Visitor {
  return {
    visitor_id: mayStore() ? keptId(VISITOR) : null,
    session_id: mayStore() ? keptId(SESSION) : null,
    referrer: document.referrer,
  };
}

/** Whether the visitor has an id already, or is to have none. */
export function isVisitorSettled(): boolean {
  return !mayStore() || readTab(VISITOR) !== null;
}

/** Gives the visitor an id, unless there is one. */
export function settleVisitor(id: string): void {
  if (!isVisitorSettled()) writeTab(VISITOR, id);
}

function keptId(key: string): string {
  const known = readTab(key);
  if (known) return known;
  const id = randomUuid();
  writeTab(key, id);
  return id;
}
