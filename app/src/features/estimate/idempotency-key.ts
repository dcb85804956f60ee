import type { Estimate } from "validator-wasm";
import { randomUuid } from "../../api/random-uuid";
import { readTab, writeTab } from "../../api/tab-storage";

/** Names the key in the tab's storage, with the content that was sent under it. */
const KEY = `${import.meta.env.VITE_COMPANY_SLUG}-idempotency-key`;

/**
 * The key under which a filled-in form is sent. It stays while the content stays, so that sending it again saves
 * nothing twice.
 */
export function idempotencyKey(estimate: Estimate): string {
  const content = JSON.stringify(estimate);
  const [known, sent] = JSON.parse(readTab(KEY) ?? "[]") as string[];
  if (known && sent === content) return known;
  const key = uuidOfNow();
  writeTab(KEY, JSON.stringify([key, content]));
  return key;
}

/** A UUID of version 7 (RFC 9562, section 5.7): the lead gets it as its id, so that ids are in the order of time. */
function uuidOfNow(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUuid().slice(15)}`;
}

/** From here on the same content is another request. */
export function forgetIdempotencyKey(): void {
  writeTab(KEY, null);
}
