/** The values that cannot be stored. They last as long as the page. */
const memory = new Map<string, string | null>();

/** Returns the value under a key of the tab's storage. */
export function readTab(key: string): string | null {
  let stored: string | null = null;
  try {
    stored = sessionStorage.getItem(key);
  } catch {
    // The browser denies access to the storage.
  }
  return stored ?? memory.get(key) ?? null;
}

/** Stores a value until the tab is closed, or removes it. */
export function writeTab(key: string, value: string | null): void {
  memory.set(key, value);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // The browser denies access to the storage, or the storage is full.
  }
}
