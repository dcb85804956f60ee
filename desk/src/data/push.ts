import { type PushKeys, request } from "../api/server.ts";

// Notifications of new leads in this browser (Push API). The server encrypts them for it, and sends them
// by way of the browser's own push service; the service worker shows them.

export type PushState =
  /** the browser has none, or not on this page */
  | "unsupported"
  /** the person or the browser's settings forbid them */
  | "denied"
  | "off"
  | "on";

const isSupported = "PushManager" in window && "Notification" in window;

/** Not `ready`, which waits for a service worker that a browser may never start. */
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
 * Asks for permission where it is needed, and subscribes.
 *
 * @throws where the browser or the server does not: the message is a sentence for people
 */
export async function turnPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) === "granted") await subscribe();
}

export async function turnPushOff(): Promise<void> {
  await request("delete", "/push");
  await endSubscription();
}

/** Ends the subscription in this browser. The server removes its own with the session. */
export async function endSubscription(): Promise<void> {
  const manager = await pushManager();
  await (await manager?.getSubscription())?.unsubscribe();
}

/** Tells the server of the subscription again: the session, the server's key or the endpoint may be new. */
export async function renewPush(): Promise<void> {
  if ((await pushState()) === "on") await subscribe();
}

/** Goes where a notification that was tapped leads. */
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

/** The browser's subscription for this key of the server, made where there is none. */
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
