import { pause } from "./post-json";
import { currentVisitor, isVisitorSettled, settleVisitor, type Visitor } from "./visitor";

let computing: Promise<void> | undefined;

/** Computes the fingerprint that becomes the visitor's id, if there is no id yet. Never rejects. */
export function fingerprintVisitor(): Promise<void> {
  computing ??= compute();
  return computing;
}

async function compute(): Promise<void> {
  if (isVisitorSettled()) return;
  try {
    const { load } = await import("@fingerprintjs/fingerprintjs");
    const agent = await load({ monitoring: false });
    settleVisitor((await agent.get()).visitorId);
  } catch {
    // The visitor gets a random id instead.
  }
}

/** Returns the visitor's identifiers. Waits at most `timeoutMs` for the fingerprint. */
export async function fingerprintedVisitor(timeoutMs: number): Promise<Visitor> {
  await Promise.race([fingerprintVisitor(), pause(timeoutMs)]);
  return currentVisitor();
}
