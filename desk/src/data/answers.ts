import { clear, createStore, delMany, entries, set } from "idb-keyval";
import { startTransition, useActionState, useEffect, useRef, useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import { endRequests, isSignedOut, isTemporary } from "../api/server.ts";
import { endSession, isSignedIn, mayKeep, onSessionChange } from "../api/session.ts";

// The server's answers to what views ask, by keys such as "figures/12". Leads are not here: store.ts has
// them.

interface Answer<T> {
  data?: T;
  error: Error | null;
  /** whether it is asked for again with the next look at it */
  isOld: boolean;
}

const NONE: Answer<never> = { error: null, isOld: true };

const answers = new Map<string, Answer<unknown>>();
/** How to ask for what views show, by key. */
const readers = new Map<string, Set<() => Promise<unknown>>>();
/** Keys that are asked for, with whether they have to be asked for again after that. */
const asking = new Map<string, boolean>();
const { announce, subscribe } = createListeners();
let isOffline = false;

/** The answers that are worth having without a network, by key. */
const records = createStore("desk-answers", "answers");
const KEPT = /^(figures|mails|webhooks|lists)/;

/** How long after a failure the same is asked again. */
const RETRY_MS = 3000;

/** Whether the server cannot be asked, as far as is known. */
export const useIsOffline = () => useSyncExternalStore(subscribe, () => isOffline);

export const isServerReached = () => !isOffline;

/** What the polling has found. When the server is there again, what views miss is asked for. */
export function setOffline(now: boolean) {
  if (now === isOffline) return;
  isOffline = now;
  announce();
  if (!isOffline) for (const key of readers.keys()) if (answerTo(key).isOld) void ask(key);
}

// Answers that were under way will not come.
addEventListener("offline", endRequests);

const answerTo = (key: string): Answer<unknown> => answers.get(key) ?? NONE;

/** Takes in an answer, and keeps it where it is worth it. */
export function putAnswer(key: string, data: unknown) {
  answers.set(key, { data, error: null, isOld: false });
  announce();
  if (KEPT.test(key) && mayKeep()) void set(key, data, records).catch(() => {});
}

export const knownAnswer = (key: string): unknown => answers.get(key)?.data;

async function ask(key: string): Promise<void> {
  const [read] = readers.get(key) ?? [];
  if (!read || isOffline || !isSignedIn()) return;
  if (asking.has(key)) {
    asking.set(key, true);
    return;
  }
  asking.set(key, false);
  try {
    putAnswer(key, await read());
  } catch (error) {
    if (isSignedOut(error)) endSession();
    answers.set(key, { ...answerTo(key), error: error as Error, isOld: true });
    announce();
    if (isTemporary(error)) setTimeout(() => answerTo(key).isOld && ask(key), RETRY_MS);
  }
  const isAgain = asking.get(key);
  asking.delete(key);
  if (isAgain) await ask(key);
}

/** Asks again for the answers whose keys begin so: at once for those in sight, else when they are. */
export function refreshAnswers(beginning: string) {
  for (const [key, answer] of answers) {
    if (!key.startsWith(beginning)) continue;
    answers.set(key, { ...answer, isOld: true });
    void ask(key);
  }
}

/** Forgets the answers whose keys begin so, and asks again for those in sight. */
export async function dropAnswers(beginning: string): Promise<void> {
  const dropped = [...answers.keys()].filter((key) => key.startsWith(beginning));
  for (const key of dropped) answers.delete(key);
  announce();
  for (const key of dropped) void ask(key);
  await delMany(dropped, records).catch(() => {});
}

/** Reads the answers that the phone has kept. They are old. */
export async function restoreAnswers(): Promise<void> {
  const kept = await entries<string, unknown>(records).catch(() => []);
  for (const [key, data] of kept) answers.set(key, { data, error: null, isOld: true });
}

export async function forgetAnswers(): Promise<void> {
  answers.clear();
  announce();
  await clear(records).catch(() => {});
}

onSessionChange(() => void forgetAnswers());

/**
 * The server's answer to a question, which is asked when nobody has asked it before.
 *
 * @param key names the question; none is asked where it is empty
 * @param options.every how often it is asked again while it is looked at, in ms; then it is asked with
 *   each look too
 * @returns the answer; until it is there, the one to the question before, as `isPrevious`
 */
export function useAnswer<T>(
  key: string,
  read: () => Promise<T>,
  { every }: { every?: number } = {},
) {
  const answer = useSyncExternalStore(subscribe, () => answers.get(key) ?? NONE) as Answer<T>;
  const isPaused = useIsOffline();
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!key) return;
    const reader = () => latest.current();
    const own = readers.get(key) ?? new Set();
    readers.set(key, own.add(reader));
    if (!asking.has(key) && (every !== undefined || answerTo(key).isOld)) void ask(key);
    const again = () => document.visibilityState === "visible" && void ask(key);
    const timer = every === undefined ? undefined : setInterval(again, every);
    return () => {
      own.delete(reader);
      if (own.size === 0) readers.delete(key);
      clearInterval(timer);
    };
  }, [key, every]);
  const previous = useRef<T>(undefined);
  if (answer.data !== undefined) previous.current = answer.data;
  return {
    data: answer.data ?? previous.current,
    isPrevious: answer.data === undefined,
    error: answer.error,
    isPaused,
  };
}

/** Something that is done at the server, at a press of a button. */
export function useAction<Input extends unknown[]>(act: (...input: Input) => Promise<unknown>) {
  const failureOf = async (_before: Error | null, input: Input) =>
    act(...input).then(
      () => null,
      (cause: Error) => cause,
    );
  const [error, start, isPending] = useActionState(failureOf, null);
  const run = (...input: Input) => startTransition(() => start(input));
  return { run, isPending, error: isPending ? null : error };
}
