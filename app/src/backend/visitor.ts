import { randomUuid } from "./random-uuid";

/** What the visitor is known by. Under Global Privacy Control: by nothing. */
export interface Visitor {
  /** A hash of the browser's traits, or a random UUID where there is none. */
  visitor_id: string | null;
  /** A UUID that lasts as long as the tab. */
  session_id: string | null;
  /** The page that led here, or empty. */
  referrer: string;
}

const SESSION_KEY = "canopy-brothers-session";

/** Whether anything may be kept in this browser: not where Global Privacy Control is on. */
export function mayStore(): boolean {
  return !(navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl;
}

/** What is known of the visitor without a fingerprint. */
export function pageVisitor(): Omit<Visitor, "visitor_id"> {
  return { session_id: mayStore() ? sessionId() : null, referrer: document.referrer };
}

/**
 * Who is visiting. A fingerprint that takes longer than `patienceMs` is not waited for.
 */
export async function currentVisitor(patienceMs: number): Promise<Visitor> {
  return { visitor_id: mayStore() ? await visitorId(patienceMs) : null, ...pageVisitor() };
}

/** Begins to compute the fingerprint, so that it is there when it is needed. */
export function prepareVisitor(): void {
  if (mayStore()) void fingerprint();
}

let fingerprinting: Promise<string | undefined> | undefined;
let substitute: string | undefined;

function fingerprint(): Promise<string | undefined> {
  fingerprinting ??= (async () => {
    try {
      const { load } = await import("@fingerprintjs/fingerprintjs");
      const agent = await load({ monitoring: false });
      return (await agent.get()).visitorId;
    } catch {
      return undefined;
    }
  })();
  return fingerprinting;
}

async function visitorId(patienceMs: number): Promise<string> {
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const found = await Promise.race([fingerprint(), patience]);
  if (found) return found;
  substitute ??= randomUuid();
  return substitute;
}

/** The session of this page, where storage is closed to us. */
let unstoredSession: string | undefined;

function sessionId(): string {
  try {
    const known = sessionStorage.getItem(SESSION_KEY);
    if (known) return known;
    const session = randomUuid();
    sessionStorage.setItem(SESSION_KEY, session);
    return session;
  } catch {
    unstoredSession ??= randomUuid();
    return unstoredSession;
  }
}
