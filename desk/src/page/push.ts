import { type PushKeys, request } from "../api/server.ts";

// Notifications in this browser (Push API). The service worker shows them.

/** The state of notifications. They are `denied` by the person or by the browser's settings. */
export type PushState = "unsupported" | "denied" | "off" | "on";

const isSupported = "PushManager" in window && "Notification" in window;

// `ready` waits forever if the browser never starts the service worker.
const pushManager = async () =>
  isSupported ? (await navigator.serviceWorker.getRegistration())?.pushManager : undefined;

export async function pushState(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await manager.getSubscription();
  return subscription && Notification.permission === "granted" ? "on" : "off";
}

/**
 * Asks for permission if needed, and subscribes.
 *
 * @throws if the browser or the server refuses. The message is a sentence for people
 */
export async function turnPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) === "granted") await subscribe();
}

/** Unsubscribes, and removes the subscription from the server. */
export async function turnPushOff(): Promise<void> {
  await request("delete", "/push");
  await endSubscription();
}

/** Unsubscribes this browser. The server removes the subscription with the session. */
export async function endSubscription(): Promise<void> {
  const manager = await pushManager();
  await (await manager?.getSubscription())?.unsubscribe();
}

/** Sends the subscription again, because the session, the server's key, or the endpoint may be new. */
export async function renewPush(): Promise<void> {
  if ((await pushState()) === "on") await subscribe();
}

/** Opens the lead of a notification that was tapped. */
export function followNotifications() {
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    location.hash = data.fragment;
  });
}

async function subscribe(): Promise<void> {
  const { publicKey } = await request("get", "/push");
  if (publicKey === null) {
    throw new Error("The server sends no notifications, and its log says why.");
  }
  const { pushManager: manager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await manager
    .subscribe(options)
    .catch(async (cause) => {
      if (cause.name !== "InvalidStateError") throw cause;
      // The browser has a subscription for an earlier key of the server.
      await endSubscription();
      return manager.subscribe(options);
    })
    .catch((cause: unknown) => {
      throw new Error(
        "The browser's push service did not respond. Try again later; a private window has none.",
        { cause },
      );
    });
  await request("put", "/push", { body: subscription.toJSON() as PushKeys });
}
