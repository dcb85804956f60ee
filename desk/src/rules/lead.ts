import { phoneDigits } from "browser/phone-digits.ts";
import { LEAD_TYPES } from "../api/description.ts";
import type { Lead } from "../api/server.ts";
import { STATUSES } from "./status.ts";

const typeOf = (value: unknown) => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
};

/** Returns whether a value has the shape of a lead in this version of the desk. */
export function isLead(value: unknown): value is Lead {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  const hasTypes = Object.entries(LEAD_TYPES).every(([name, types]) =>
    types.split("|").includes(typeOf(fields[name])),
  );
  return hasTypes && Object.hasOwn(STATUSES, String(fields.status));
}

/** The fewest digits that search phone numbers. Fewer digits match too many of them. */
const MIN_PHONE_DIGITS = 3;

/** Returns a lead of a list with full texts, if this phone has them. Lists shorten texts. */
export function withKnownTexts(lead: Lead, known: Lead | undefined): Lead {
  if (!lead.shortened || !known || known.shortened) return lead;
  const { name, phone, call, contacts, email, service, urgencyLabel, address } = known;
  const { details, otherFields } = known;
  const texts = { name, phone, call, contacts, email, service, urgencyLabel, address };
  return { ...lead, ...texts, details, otherFields, shortened: false };
}

/** Folds a text as the server does for search: removes case, accents, and variants of quotes and dashes. */
const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/[‐-―]/g, "-")
    .toLowerCase();

/** Returns whether a lead matches a search, by the server's rule: each word is in a text or number, or ends its id. */
export function matchesSearch(lead: Lead, text: string): boolean {
  const { id, name, service, urgencyLabel, address, details, note, email, contacts } = lead;
  const others = Object.values(lead.otherFields);
  const texts = [name, service, urgencyLabel, address, ...others, details, note, email].join("\n");
  const searched = folded(texts);
  const isInNumber = (part: string) => {
    const digits = phoneDigits(part);
    const isNumber = /^[\d\s+().-]+$/.test(part) && digits.length >= MIN_PHONE_DIGITS;
    return isNumber && contacts.some((contact) => contact.includes(digits));
  };
  const words = folded(text).match(/[^\s,.;:]\S*(?<![,.;:])/g) ?? [];
  // The confirmation shows the last four digits of the id as the request's reference.
  const isFound = (word: string) =>
    searched.includes(word) || isInNumber(word) || (word.length === 4 && id.endsWith(word));
  return isInNumber(text) || words.every(isFound);
}
