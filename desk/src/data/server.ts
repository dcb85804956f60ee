import type { Folder, HistoryEntry, Lead, LeadStatus } from "./lead.ts";

/** A request that hangs longer is one that failed. */
const TIMEOUT_MS = 15_000;

/** The server has answered, and it is no success. The message is a sentence for people. */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** at 409: the lead as it is now */
    readonly lead?: Lead,
  ) {
    super(message);
  }
}

/** Whether the same request may succeed later: no network, an overloaded or failing server. */
export function isTemporary(error: unknown): boolean {
  return !(error instanceof ServerError) || error.status >= 500 || error.status === 429;
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ServerError && error.status === 401;
}

/**
 * Asks the server.
 *
 * @throws ServerError for an answer that is no success; another error where there was no answer, or
 *   one that is not the server's (the sign-in page of a hotel's network).
 */
async function request<T>(method: string, path: string, body: unknown = {}): Promise<T> {
  const response = await fetch(`/api/desk${path}`, {
    method,
    ...(method !== "GET" && {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause) => {
    throw new Error("The server was not reached.", { cause });
  });
  if (response.ok) return (await response.json()) as T;
  const answer: { error?: string; lead?: Lead } = await response.json().catch(() => ({}));
  const message = answer.error ?? `The server answered with an error (${response.status}).`;
  throw new ServerError(response.status, message, answer.lead);
}

export interface Session {
  email: string;
  expiresAt: string;
}

export interface LeadPage {
  leads: Lead[];
  /** the cursor of the next page */
  next: string | null;
}

/** More leads than that are not counted. */
export const COUNTED = 1000;

export interface Changes {
  /** what to ask with next time */
  at: string;
  leads: Lead[];
  /** there were more than an answer takes: read the lists anew */
  more?: boolean;
  /** `open` and `spam` are counted up to COUNTED; `spam` are those that nobody has judged */
  counts: { open: number; spam: number; undelivered: number };
}

/** A mail to the owner that was given up, or whose last attempt failed. */
export interface Mail {
  id: string;
  createdAt: string;
  dueAt: string | null;
  state: "waiting" | "failed";
  attempts: number;
  failure: string | null;
  about: string;
  leadId: string | null;
}

/** The announcement of a lead to the program at WEBHOOK_URL. */
export interface Webhook {
  id: string;
  leadId: string | null;
  /** null where the lead was erased */
  name: string | null;
  createdAt: string;
  /** `stopped`: its lead was marked as spam before it was sent */
  state: "waiting" | "sent" | "failed" | "stopped";
  dueAt: string;
  /** since it was last sent again by hand */
  attempts: number;
  attemptedAt: string | null;
  /** the status (HTTP) of the last answer */
  status: number | null;
  /** why the last attempt failed */
  failure: string | null;
}

/** How many weeks figures are of, this one included. */
export type Period = 4 | 12 | 52;

/** Leads and call clicks, counted. Suspect leads and spam are in `spam` alone. */
export interface Figures {
  /** when they were counted */
  at: string;
  /** by their Mondays (2026-11-16), the earliest first */
  weeks: { from: string; leads: number; clicks: number }[];
  pages: { name: string; leads: number; clicks: number }[];
  services: { name: string; leads: number }[];
  areas: { name: string; leads: number }[];
  answers: Record<"emergency" | "other", { leads: number; withinHour: number }>;
  statuses: Partial<Record<LeadStatus, number>>;
  spam: number;
}

/** What of a lead other requests of its sender are found by. */
export type PersonKey = "both" | "email" | "phone";

/** What is kept of a person. */
export interface Person {
  /** the earliest first */
  requests: { id: string; createdAt: string; name: string; email: string; phone: string }[];
  clicks: number;
  mails: number;
  texts: number;
  /** mails that are files on the server */
  mailFiles: number;
  /** of how many of the requests the owner has had no mail */
  untold: number;
  /** whether this server may erase them */
  mayErase: boolean;
}

interface LeadsQuery {
  folder?: Folder;
  search?: string;
  after?: string;
}

const asQuery = (values: object) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString();

/** Which leads a CSV file has; without a folder, those of all. */
export interface CsvQuery {
  folder?: Folder;
  search?: string;
  weeks?: Period;
}

export const csvAddress = (query: CsvQuery) => `/api/desk/leads.csv?${asQuery(query)}`;

const personPath = (lead: string) => `/leads/${encodeURIComponent(lead)}/person`;

/** Where all that is kept of a lead's sender is downloaded. */
export const personFileAddress = (lead: string, by: PersonKey) =>
  `/api/desk${personPath(lead)}.json?${asQuery({ by })}`;

/** The desk's calls, one for each of the server's. */
export const server = {
  requestLink: (email: string) => request("POST", "/links", { email }),
  signIn: (token: string) => request<Session>("POST", "/session", { token }),
  session: () => request<Session>("GET", "/session"),
  signOut: (everywhere: boolean) =>
    request("DELETE", `/session${everywhere ? "?everywhere=true" : ""}`),
  leads: (query: LeadsQuery) => request<LeadPage>("GET", `/leads?${asQuery(query)}`),
  lead: (id: string) =>
    request<{ lead: Lead; history: HistoryEntry[] }>("GET", `/leads/${encodeURIComponent(id)}`),
  changeLead: (id: string, change: { version: number; status?: LeadStatus; note?: string }) =>
    request<Lead>("PATCH", `/leads/${encodeURIComponent(id)}`, change),
  judgeLead: (id: string, verdict: { version: number; verdict: Verdict }) =>
    request<Lead>("POST", `/leads/${encodeURIComponent(id)}/verdict`, verdict),
  changes: (since?: string) => request<Changes>("GET", `/changes?${asQuery({ since })}`),
  figures: (weeks: Period) => request<Figures>("GET", `/figures?${asQuery({ weeks })}`),
  person: (lead: string, by: PersonKey) =>
    request<Person>("GET", `${personPath(lead)}?${asQuery({ by })}`),
  /** @param requests how many were shown: if there are more or fewer by now, nothing is erased */
  erasePerson: (lead: string, by: PersonKey, requests: number) =>
    request<Person>("DELETE", `${personPath(lead)}?${asQuery({ by, requests })}`),
  mails: () => request<{ mails: Mail[] }>("GET", "/mails"),
  retryMail: (id: string) => request("POST", `/mails/${encodeURIComponent(id)}/retry`),
  push: () => request<{ publicKey: string | null }>("GET", "/push"),
  subscribe: (subscription: PushSubscription) => request("PUT", "/push", subscription),
  unsubscribe: () => request("DELETE", "/push"),
  webhooks: () => request<{ webhooks: Webhook[] }>("GET", "/webhooks"),
  replayWebhook: (id: string) => request("POST", `/webhooks/${encodeURIComponent(id)}/replay`),
};

export type Verdict = "customer" | "spam";
