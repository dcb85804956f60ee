import type { Estimate } from "validator-wasm";
import { readTab, writeTab } from "../../api/tab-storage";
import { uuidOfTime } from "../../api/uuid-of-time";

/** Names the key in the tab's storage, with the content that was sent under it. */
const KEY = `${import.meta.env.VITE_COMPANY_SLUG}-idempotency-key`;

/** The key of a filled-in form, the same while its content is: sending it again saves nothing twice. */
export function idempotencyKey(estimate: Estimate): string {
  const content = JSON.stringify(estimate);
  const [known, sent] = JSON.parse(readTab(KEY) ?? "[]") as string[];
  if (known && sent === content) return known;
  // The lead gets it as its id.
  const key = uuidOfTime(Date.now());
  writeTab(KEY, JSON.stringify([key, content]));
  return key;
}

/** From here on the same content is another request. */
export function forgetIdempotencyKey(): void {
  writeTab(KEY, null);
}
