/** Where a lead stands. */
export type LeadStatus = "new" | "called" | "no-answer" | "quoted" | "won" | "lost" | "spam";

/** A request for an estimate, as the server has it. Times are ISO 8601, UTC. */
export interface Lead {
  id: string;
  createdAt: string;
  name: string;
  phone: string;
  email: string | null;
  service: string | null;
  urgency: string | null;
  urgencyLabel: string | null;
  emergency: boolean;
  address: string | null;
  details: string | null;
  /** the text as it was saved */
  message: string;
  /** by the visitor's network address */
  city: string | null;
  state: string | null;
  status: LeadStatus;
  note: string;
  /** one higher with every change */
  version: number;
  answeredAt: string | null;
  changedAt: string | null;
  suspect: boolean;
  /** why it looks like spam, in words */
  signals: string[];
  /** the owner's mail about it; `held` is for the spam digest */
  mail: "sent" | "waiting" | "failed" | "held" | null;
}

export interface HistoryEntry {
  at: string;
  who: string;
  what: string;
}

/** The lists: every lead is in one of them. */
export type Folder = "open" | "answered" | "spam";

export function folderOf({ status, suspect }: Lead): Folder {
  if (suspect || status === "spam") return "spam";
  return status === "new" ? "open" : "answered";
}

/** The words for each status; the order is the one of the buttons. */
export const STATUS_LABELS: Readonly<Record<LeadStatus, string>> = {
  new: "New",
  called: "Called",
  "no-answer": "No answer",
  quoted: "Quoted",
  won: "Won",
  lost: "Lost",
  spam: "Spam",
};

/** Newest first; the id decides between two of the same millisecond. */
export function byAge(one: Lead, other: Lead): number {
  const [first, second] = [`${one.createdAt} ${one.id}`, `${other.createdAt} ${other.id}`];
  if (first === second) return 0;
  return first < second ? 1 : -1;
}

/** Fewer digits are in too many telephone numbers. */
const MIN_PHONE_DIGITS = 3;

/**
 * Whether a lead holds a text, as the server searches for it: in its name, message or e-mail address,
 * or, written in any way, its telephone number.
 */
export function holds({ name, message, email, phone }: Lead, text: string): boolean {
  const wanted = text.toLowerCase();
  if ([name, message, email].some((value) => value?.toLowerCase().includes(wanted))) return true;
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  const isNumber = /^[\d\s+().-]+$/.test(text) && digits.length >= MIN_PHONE_DIGITS;
  return isNumber && phone.replace(/\D/g, "").includes(digits);
}
