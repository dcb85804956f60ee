import { randomUuid } from "browser/random-uuid";
import { mayStore, readTab, writeTab } from "./tab-storage";

/** The visitor's identifiers. Under Global Privacy Control, they are `null`. */
export interface Visitor {
  /** A hash of the browser's traits, or a random UUID if there is none. */
  visitor_id: string | null;
  /** A UUID that lasts as long as the tab. */
  session_id: string | null;
  /** The address of the page that linked to the site, or an empty text. */
  referrer: string;
}

const SESSION = `${import.meta.env.VITE_COMPANY_SLUG}-session`;
const VISITOR = `${import.meta.env.VITE_COMPANY_SLUG}-visitor`;

/** Returns the visitor's identifiers. The first call fixes them for all clicks and leads of the tab. */
export function currentVisitor(): Visitor {
  return {
    visitor_id: mayStore() ? keptId(VISITOR) : null,
    session_id: mayStore() ? keptId(SESSION) : null,
    referrer: document.referrer,
  };
}

/** Returns whether the visitor has an id already, or must not have one. */
export function isVisitorSettled(): boolean {
  return !mayStore() || readTab(VISITOR) !== null;
}

/** Sets the visitor's id if there is none. */
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
