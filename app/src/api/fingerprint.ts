import { currentVisitor, isVisitorSettled, settleVisitor, type Visitor } from "./visitor";

let computing: Promise<void> | undefined;

/** Computes the fingerprint that becomes the visitor's id, unless there is an id. Never rejects. */
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
    // A random id takes its place.
  }
}

/** Who is visiting. A fingerprint that takes longer than `timeoutMs` is not waited for. */
export async function fingerprintedVisitor(timeoutMs: number): Promise<Visitor> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([fingerprintVisitor(), timeout]);
  return currentVisitor();
}
