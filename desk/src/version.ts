import { isStorageRefused, tabStorage } from "./api/storage.ts";
import { isServerReached } from "./data/queries.ts";
import { useStore } from "./data/store.ts";

const mainScript = document
  .querySelector<HTMLScriptElement>('script[type="module"][src]')
  ?.getAttribute("src");

/** Returns whether the server has a different version of the desk than this page. */
export function useIsOutdated(): boolean {
  const version = useStore(({ lastPoll }) => lastPoll?.version);
  return import.meta.env.PROD && typeof version === "string" && version !== mainScript;
}

/** The storage key of the desk version that could not load one of its views. */
const INCOMPLETE_KEY = "desk:incomplete";

export class ViewNotLoaded extends Error {}

/**
 * Loads a view. If that fails, reloads the page once, because the server may have a new version.
 *
 * @throws ViewNotLoaded if the reload does not help, or if there is no connection
 */
export async function loadView<View>(load: () => Promise<View>): Promise<View> {
  try {
    return await load();
  } catch (cause) {
    const mayHelp = tabStorage.get(INCOMPLETE_KEY) !== mainScript && isServerReached();
    if (mayHelp) tabStorage.set(INCOMPLETE_KEY, `${mainScript}`);
    if (!mayHelp || isStorageRefused())
      throw new ViewNotLoaded("A view was not loaded.", { cause });
    await loadNewVersion();
    return new Promise(() => {});
  }
}

/** Reloads the page after the service worker has cached the server's version. */
export async function loadNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => {});
  const worker = registration?.installing ?? registration?.waiting;
  if (worker)
    await new Promise<void>((resolve) => {
      worker.addEventListener("statechange", () => {
        if (worker.state === "activated" || worker.state === "redundant") resolve();
      });
    });
  location.reload();
}
