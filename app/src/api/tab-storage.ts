/** What cannot be stored lasts as long as the page. */
const memory = new Map<string, string>();

/** Whether anything may be kept in this browser: not where Global Privacy Control is on. */
export function mayStore(): boolean {
  return !(navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl;
}

/** What is kept under a key for as long as the tab is open. */
export function readTab(key: string): string | null {
  try {
    if (mayStore()) return sessionStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    // Storage is closed to us.
  }
  return memory.get(key) ?? null;
}

/** Keeps a value for as long as the tab is open, or forgets it. */
export function writeTab(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (!mayStore()) return;
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is closed to us, or full.
  }
}
