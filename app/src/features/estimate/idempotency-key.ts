import { uuidOfTime } from "browser/uuid-of-time";
import { readTab, writeTab } from "../../api/tab-storage";

const KEY = `${import.meta.env.VITE_COMPANY_SLUG}-idempotency-key`;

/** How long the server changes a lead that is sent again with other words. */
const DAY_MS = 86_400_000;

/**
 * Returns the form's key. It stays the same for a day or until a success, whatever is edited: an attempt
 * without a known outcome may have saved the request, which the next one then changes.
 */
export function idempotencyKey(): string {
  const known = readTab(KEY);
  // Such keys sort by time.
  if (known && known > uuidOfTime(Date.now() - DAY_MS)) return known;
  // The key becomes the lead's id.
  const key = uuidOfTime(Date.now());
  writeTab(KEY, key);
  return key;
}

/** Removes the key, so that the same content counts as another request. */
export function forgetIdempotencyKey(): void {
  writeTab(KEY, null);
}
