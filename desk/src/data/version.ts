import { isServerReached } from "./queries.ts";
import { useStore } from "./store.ts";

const mainScript = document
  .querySelector<HTMLScriptElement>('script[type="module"][src]')
  ?.getAttribute("src");

/** Returns whether the server has another version of the desk than this page. */
export function useIsOutdated(): boolean {
  const version = useStore(({ lastPoll }) => lastPoll?.version);
  return import.meta.env.PROD && typeof version === "string" && version !== mainScript;
}

/** The key of the version that could not load one of its views. */
const INCOMPLETE_KEY = "desk:incomplete";

/** A view of the desk was not loaded. */
export class ViewNotLoaded extends Error {}

/**
 * Loads a view. If that fails, the server may have a new version: the page is reloaded once.
 *
 * @throws ViewNotLoaded if that does not help, or without a connection
 */
export async function loadView<View>(load: () => Promise<View>): Promise<View> {
  try {
    return await load();
  } catch (cause) {
    const isReloaded = sessionStorage.getItem(INCOMPLETE_KEY) === mainScript;
    if (isReloaded || !isServerReached())
      throw new ViewNotLoaded("A view was not loaded.", { cause });
    sessionStorage.setItem(INCOMPLETE_KEY, `${mainScript}`);
    await loadNewVersion();
    return new Promise(() => {});
  }
}

/** Reloads the page after the service worker has stored the server's version. */
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
