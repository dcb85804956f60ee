import type { Lead } from "../api/server.ts";
import { STATUSES } from "./status.ts";

type Shape = Readonly<Record<keyof Lead, (value: unknown) => boolean>>;

const text = (value: unknown) => typeof value === "string";
const textOrNull = (value: unknown) => value === null || text(value);
const numberOrNull = (value: unknown) => value === null || typeof value === "number";
const flag = (value: unknown) => typeof value === "boolean";
const texts = (value: unknown) => Array.isArray(value) && value.every(text);

const isCall = (value: unknown) =>
  value === null || (typeof value === "object" && text((value as { number?: unknown }).number));

const SHAPE: Shape = {
  ...{ id: text, createdAt: text, name: text, phone: text, details: text, note: text },
  ...{ email: textOrNull, service: textOrNull, urgency: textOrNull, urgencyLabel: textOrNull },
  ...{ address: textOrNull, town: textOrNull, city: textOrNull, state: textOrNull },
  ...{ emergency: flag, shortened: flag, suspect: flag, calls: texts, signals: texts },
  ...{ photos: texts, contacts: texts, call: isCall },
  ...{ answeredAt: textOrNull, changedAt: textOrNull, nextAt: textOrNull, lateAt: textOrNull },
  ...{ takenBy: textOrNull, visitAt: textOrNull, visitBy: textOrNull, lostReason: textOrNull },
  ...{ quoted: numberOrNull, won: numberOrNull, version: Number.isInteger },
  ...{ source: text, mail: textOrNull },
  status: (value) => text(value) && Object.hasOwn(STATUSES, value as string),
};

/** Returns whether a value has the shape of a lead in this version of the desk. */
export function isLead(value: unknown): value is Lead {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(SHAPE).every(([name, fits]) => fits(fields[name]));
}

/** Fewer digits match too many telephone numbers. */
const MIN_PHONE_DIGITS = 3;

/**
 * Returns a lead of a list with the full texts that this phone has already: a list shortens them, and what
 * a visitor wrote does not change.
 */
export function withKnownTexts(lead: Lead, known: Lead | undefined): Lead {
  if (!lead.shortened || !known || known.shortened) return lead;
  const { name, phone, call, contacts, email, service, urgencyLabel, address, details } = known;
  const texts = { name, phone, call, contacts, email, service, urgencyLabel, address, details };
  return { ...lead, ...texts, shortened: false };
}

/** Folds a text as the server does for search: without case, accents and variants of a mark. */
const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/[‐-―]/g, "-")
    .toLowerCase();

/**
 * Returns whether a lead matches a search, as the server searches: the name, what the visitor wrote, the
 * e-mail address, or the telephone number in any notation.
 */
export function matchesSearch(lead: Lead, text: string): boolean {
  const { name, service, urgencyLabel, address, details, email, contacts } = lead;
  const wanted = folded(text);
  const texts = [name, service, urgencyLabel, address, details, email];
  if (texts.some((value) => value && folded(value).includes(wanted))) return true;
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  const isNumber = /^[\d\s+().-]+$/.test(text) && digits.length >= MIN_PHONE_DIGITS;
  return isNumber && contacts.some((contact) => contact.includes(digits));
}
