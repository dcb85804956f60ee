import { type PushKeys, request } from "../api/server.ts";

// Notifications in this browser (Push API). The service worker shows them.

/** Whether notifications are on. They are `denied` by the person or by the browser's settings. */
export type PushState = "unsupported" | "denied" | "off" | "on";

const isSupported = "PushManager" in window && "Notification" in window;

// `ready` would wait forever if the browser never starts the service worker.
const pushManager = async () =>
  isSupported ? (await navigator.serviceWorker.getRegistration())?.pushManager : undefined;

/** Returns whether notifications are on. */
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
 * @throws if the browser or the server refuses: the message is a sentence for people
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

/** Sends the subscription again: the session, the server's key or the endpoint may be new. */
export async function renewPush(): Promise<void> {
  if ((await pushState()) === "on") await subscribe();
}

/** Opens the lead of a tapped notification. */
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
  const body = (await subscription(publicKey)).toJSON() as PushKeys;
  await request("put", "/push", { body });
}

/** Returns the browser's subscription for the server's key. Subscribes if there is none. */
async function subscription(publicKey: string): Promise<PushSubscription> {
  const { pushManager: manager } = await navigator.serviceWorker.ready;
  const current = await manager.getSubscription();
  const { applicationServerKey } = current?.options ?? {};
  if (current && applicationServerKey && base64Url(applicationServerKey) === publicKey) {
    return current;
  }
  await current?.unsubscribe();
  return await manager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new Error(
        "The browser's push service did not answer. Try again later; a private window has none.",
        { cause },
      );
    });
}

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
