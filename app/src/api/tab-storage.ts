/** The values that cannot be stored. They last as long as the page. */
const memory = new Map<string, string>();

/** Returns the value under a key of the tab's storage. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    // The browser denies access to the storage.
    return memory.get(key) ?? null;
  }
}

/** Stores a value until the tab is closed, or removes it. */
export function writeTab(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // The browser denies access to the storage, or the storage is full.
  }
}
