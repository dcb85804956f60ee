import { useStore } from "./store.ts";

const mainScript = document
  .querySelector<HTMLScriptElement>('script[type="module"][src]')
  ?.getAttribute("src");

/** Returns whether the server has another version of the desk than this page. */
export function useIsOutdated(): boolean {
  const version = useStore(({ lastPoll }) => lastPoll?.version);
  return import.meta.env.PROD && typeof version === "string" && version !== mainScript;
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
