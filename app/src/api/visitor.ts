import { randomUuid } from "browser/random-uuid";
import { readTab, writeTab } from "./tab-storage";

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

/** Returns whether the visitor may have identifiers: not if Global Privacy Control is on. */
export function mayIdentify(): boolean {
  return !(navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl;
}

/** Returns the visitor's identifiers. The first call fixes them for all clicks and leads of the tab. */
export function currentVisitor(): Visitor {
  return {
    visitor_id: keptId(VISITOR),
    session_id: keptId(SESSION),
    referrer: document.referrer,
  };
}

/** Returns whether the visitor has an id already, or must not have one. */
export function isVisitorSettled(): boolean {
  return !mayIdentify() || readTab(VISITOR) !== null;
}

/** Sets the visitor's id if there is none. */
export function settleVisitor(id: string): void {
  if (!isVisitorSettled()) writeTab(VISITOR, id);
}

function keptId(key: string): string | null {
  if (!mayIdentify()) return null;
  const known = readTab(key);
  if (known) return known;
  const id = randomUuid();
  writeTab(key, id);
  return id;
}
