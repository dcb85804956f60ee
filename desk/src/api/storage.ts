// The browser's storage. What it refuses to store stays in memory, until the page is closed.

let isRefused = false;

export const isStorageRefused = () => isRefused;

export function recordStorageRefusal() {
  isRefused = true;
}

function storageOf(name: "localStorage" | "sessionStorage") {
  const refused = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      // A browser that stores nothing throws here already.
      return work(window[name]);
    } catch {
      recordStorageRefusal();
      return undefined;
    }
  };
  return {
    get: (key: string) => refused.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set(key: string, value: string) {
      refused.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        refused.delete(key);
      });
    },
    remove(key: string) {
      refused.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [...refused.keys(), ...(attempt(Object.keys) ?? [])],
  };
}

/** What all tabs share, and what stays when they are closed. */
export const phoneStorage = storageOf("localStorage");

/** What belongs to this tab, and survives a reload. */
export const tabStorage = storageOf("sessionStorage");
