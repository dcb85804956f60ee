import { clear, createStore, delMany, entries, set, type UseStore } from "idb-keyval";
import { startTransition, useActionState, useEffect, useRef, useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import { abortRequests, isSignedOut, isTemporary } from "../api/server.ts";
import { endSession, isSignedIn, mayStore } from "../api/session.ts";

// A cache of the server's data for the views, by keys such as "figures/12". Leads are in store.ts.

interface Query<T> {
  data?: T;
  error: Error | null;
  /** whether the query is read again when a view shows it */
  isStale: boolean;
}

const UNREAD: Query<never> = { error: null, isStale: true };

const queries = new Map<string, Query<unknown>>();
/** The functions that read the data of visible views, by key. */
const readers = new Map<string, Set<() => Promise<unknown>>>();
/** The keys that are being read, and whether each one must be read again afterwards. */
const pending = new Map<string, boolean>();
const { announce, subscribe } = createListeners();
let isOffline = false;

/** Returns a store of IndexedDB. Without IndexedDB, all work on it fails. */
export function recordsOf(database: string, name: string): UseStore {
  const records = createStore(database, name);
  // Not `records` itself, which would throw.
  return async (mode, work) => records(mode, work);
}

const records = recordsOf("desk-answers", "answers");

const STORED = /^(figures|mails|webhooks|lists|lead\/|estimate-lines)/;

const RETRY_DELAY_MS = 3000;

/** Returns whether the server cannot be reached, as far as this page knows. */
export const useIsOffline = () => useSyncExternalStore(subscribe, () => isOffline);

/** Returns whether the server can be reached, as far as this page knows. */
export const isServerReached = () => !isOffline;

/** Records whether polling reached the server. Reads stale queries of visible views when the server is back. */
export function setOffline(isNow: boolean) {
  if (isNow === isOffline) return;
  isOffline = isNow;
  announce();
  if (!isOffline) for (const key of readers.keys()) if (queryOf(key).isStale) void fetchQuery(key);
}

addEventListener("offline", abortRequests);

const queryOf = (key: string): Query<unknown> => queries.get(key) ?? UNREAD;

export function storeResult(key: string, data: unknown) {
  queries.set(key, { data, error: null, isStale: false });
  announce();
  if (STORED.test(key) && mayStore()) void set(key, data, records).catch(() => {});
}

export const cachedResult = (key: string): unknown => queries.get(key)?.data;

async function fetchQuery(key: string): Promise<void> {
  if (pending.has(key)) {
    pending.set(key, true);
    return;
  }
  const [reader] = readers.get(key) ?? [];
  if (!reader || isOffline || !isSignedIn()) return;
  pending.set(key, false);
  try {
    const result = await reader();
    // Otherwise the result is older than the refresh or removal that came meanwhile.
    if (!pending.get(key)) storeResult(key, result);
  } catch (error) {
    if (isSignedOut(error)) endSession();
    queries.set(key, { ...queryOf(key), error: error as Error, isStale: true });
    announce();
    if (isTemporary(error))
      setTimeout(() => queryOf(key).isStale && fetchQuery(key), RETRY_DELAY_MS);
  }
  const isAgain = pending.get(key);
  pending.delete(key);
  if (isAgain) await fetchQuery(key);
}

/** Returns the keys with a prefix that have a result or are being read. */
const keysOf = (prefix: string) =>
  [...new Set([...queries.keys(), ...pending.keys()])].filter((key) => key.startsWith(prefix));

/** Reads the queries of a key prefix again: immediately if a view shows them, otherwise when one does. */
export function refreshQueries(prefix: string) {
  for (const key of keysOf(prefix)) {
    queries.set(key, { ...queryOf(key), isStale: true });
    void fetchQuery(key);
  }
}

/** Removes the queries of a key prefix, and reads the ones of visible views again. */
export async function removeQueries(prefix: string): Promise<void> {
  const removed = keysOf(prefix);
  for (const key of removed) queries.delete(key);
  announce();
  for (const key of removed) void fetchQuery(key);
  await delMany(removed, records).catch(() => {});
}

/** Restores the results that are stored on the phone, as stale results. */
export async function restoreQueries(): Promise<void> {
  const stored = await entries<string, unknown>(records).catch(() => []);
  for (const [key, data] of stored) queries.set(key, { data, error: null, isStale: true });
}

/** Removes all results. */
export async function clearQueries(): Promise<void> {
  queries.clear();
  announce();
  await clear(records).catch(() => {});
}

/**
 * Reads from the server, unless the result is cached.
 *
 * @param key names the query. If it is empty, nothing is read
 * @param options.every the interval of reading in milliseconds. The query is also read when a view opens
 * @returns the result. Until it is loaded, the result of the previous key, with `isPrevious`
 */
export function useQuery<T>(
  key: string,
  read: () => Promise<T>,
  { every }: { every?: number } = {},
) {
  const query = useSyncExternalStore(subscribe, () => queries.get(key) ?? UNREAD) as Query<T>;
  const isPaused = useIsOffline();
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!key) return;
    const reader = () => latest.current();
    const own = readers.get(key) ?? new Set();
    readers.set(key, own.add(reader));
    if (!pending.has(key) && (every !== undefined || queryOf(key).isStale)) void fetchQuery(key);
    const again = () => document.visibilityState === "visible" && void fetchQuery(key);
    const timer = every === undefined ? undefined : setInterval(again, every);
    return () => {
      own.delete(reader);
      if (own.size === 0) readers.delete(key);
      clearInterval(timer);
    };
  }, [key, every]);
  const previous = useRef<T>(undefined);
  if (query.data !== undefined) previous.current = query.data;
  return {
    data: query.data ?? previous.current,
    isPrevious: query.data === undefined,
    error: query.error,
    isPaused,
  };
}

/** Returns a function that starts an action on the server, and the action's state. */
export function useMutation<Input extends unknown[]>(act: (...input: Input) => Promise<unknown>) {
  const failureOf = async (_before: Error | null, input: Input) =>
    act(...input).then(
      () => null,
      (cause: Error) => cause,
    );
  const [error, start, isPending] = useActionState(failureOf, null);
  const run = (...input: Input) => startTransition(() => start(input));
  return { run, isPending, error: isPending ? null : error };
}
