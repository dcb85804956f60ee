import { uuidOfTime } from "browser/uuid-of-time";
import type { Estimate } from "validator-wasm";
import { readTab, writeTab } from "../../api/tab-storage";

/** The storage key of the idempotency key and of the content that was sent with it. */
const KEY = `${import.meta.env.VITE_COMPANY_SLUG}-idempotency-key`;

/** Returns the form's key. It stays the same while the content does, so that a resubmit saves nothing twice. */
export function idempotencyKey(estimate: Estimate): string {
  const content = JSON.stringify(estimate);
  const [known, sent] = JSON.parse(readTab(KEY) ?? "[]") as string[];
  if (known && sent === content) return known;
  // The key becomes the lead's id.
  const key = uuidOfTime(Date.now());
  writeTab(KEY, JSON.stringify([key, content]));
  return key;
}

/** Removes the key, so that the same content counts as another request. */
export function forgetIdempotencyKey(): void {
  writeTab(KEY, null);
}
