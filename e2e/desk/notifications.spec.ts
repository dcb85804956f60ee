import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import ece from "http_ece";
import { homeCity } from "../../app/src/content/areas.ts";
import { CHROMIUM_PATH } from "../product.ts";
import {
  test as base,
  DESK_SETTINGS,
  type DeskPage,
  expect,
  OWNER,
  sendRequest,
} from "./desk-page.ts";

/** A push service and the keys of the browser that subscribed at it. */
class PushService {
  endpoint = "";
  readonly received: Buffer[] = [];
  private readonly keys = createECDH("prime256v1");
  private readonly auth = randomBytes(16).toString("base64url");

  private readonly server = createServer(async (request, response) => {
    this.received.push(Buffer.concat(await request.toArray()));
    response.writeHead(201).end();
  });

  /** Starts the service; returns a subscription in the form of `PushSubscription.toJSON()`. */
  async start() {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    const { port } = this.server.address() as AddressInfo;
    this.endpoint = `http://127.0.0.1:${port}/send/1`;
    return {
      endpoint: this.endpoint,
      keys: { p256dh: this.keys.generateKeys("base64url"), auth: this.auth },
    };
  }

  /** Decrypts a message like a browser, with the library of RFC 8291's author. */
  read(message: Buffer): string {
    const keys = { privateKey: this.keys, authSecret: this.auth };
    return ece.decrypt(message, { version: "aes128gcm", ...keys }).toString();
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const test = base.extend<{ service: PushService }>({
  launchOptions: [
    // Chromium's headless shell shows no notifications.
    ({ launchOptions }, use) => use({ ...launchOptions, executablePath: CHROMIUM_PATH }),
    { scope: "worker" },
  ],

  siteSettings: [{ ...DESK_SETTINGS, PUSH_ALLOW_PRIVATE: "true" }, { scope: "worker" }],

  serviceWorkers: "allow",

  // A real browser subscribes at its vendor's push service, which the tests can't reach. All the
  // rest is real: the server, its messages, the service worker, the notification.
  service: async ({ context, page, site }, use) => {
    const service = new PushService();
    const subscription = await service.start();
    await context.grantPermissions(["notifications"], { origin: site.url });
    await page.addInitScript((json) => {
      const KEY = "subscribed-with";
      const current = () =>
        localStorage.getItem(KEY) && {
          toJSON: () => json,
          unsubscribe: async () => localStorage.removeItem(KEY),
        };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current(),
        subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
          // As the Push API has it: one key at a time.
          const known = localStorage.getItem(KEY) ?? key;
          if (known !== key) throw new DOMException("Another key", "InvalidStateError");
          localStorage.setItem(KEY, key);
          return current();
        },
      });
    }, subscription);
    await use(service);
    await service.stop();
  },
});

// When signed out, the desk asks the server for its session.
test.use({ expectedConsoleErrors: /401/ });

async function turnOn({ page }: DeskPage): Promise<void> {
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(page.getByRole("button", { name: "Turn off notifications" })).toBeVisible();
}

test("a new request shows on the phone, and a tap opens it", async ({
  context,
  desk,
  page,
  service,
  site,
  visitor,
}) => {
  await desk.signIn(OWNER, "#account");
  await turnOn(desk);
  const address = `12 Oak Street, ${homeCity}`;
  await sendRequest(site, { ...visitor, urgency: "emergency", address });
  await expect.poll(() => service.received).toHaveLength(1);
  const [received = Buffer.of()] = service.received;
  const [lead] = await site.leadsOf(visitor.name);
  const message = service.read(received);
  expect(JSON.parse(message)).toEqual({
    lead: lead?.id,
    title: "Emergency",
    body: `Tree Removal in ${homeCity}`,
  });

  // When it is ready, the registration does not change.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const registration = registrations.find(({ scopeURL }) => scopeURL === `${site.url}/desk`);
      if (registration) resolve(registration.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.deliverPushMessage", {
    origin: site.url,
    registrationId: await registered,
    data: message,
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body }) => `${title}: ${body}`);
    });
  await expect.poll(shown).toEqual([`Emergency: Tree Removal in ${homeCity}`]);

  const [worker] = context.serviceWorkers();
  await worker?.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  })`);
  await expect(page.getByRole("heading", { name: visitor.name })).toBeVisible();
  await expect.poll(shown).toEqual([]);
});

test("notifications end where they are stopped, and at sign-out", async ({
  desk,
  page,
  service,
  site,
  visitor,
}) => {
  const subscriptions = () =>
    site.sql("SELECT FROM desk_push_subscriptions WHERE endpoint = $1", [service.endpoint]);
  await desk.signIn(OWNER, "#account");
  await turnOn(desk);
  await expect.poll(subscriptions).toHaveLength(1);
  await page.getByRole("button", { name: "Turn off notifications" }).click();
  await expect(page.getByRole("button", { name: "Turn on notifications" })).toBeVisible();
  await expect.poll(subscriptions).toHaveLength(0);

  await turnOn(desk);
  // The server loses the subscription and gets another key. The desk subscribes again when it opens.
  await site.sql("DELETE FROM desk_push_subscriptions");
  const key = () => page.evaluate(() => localStorage.getItem("subscribed-with"));
  const known = await key();
  await page.evaluate(() => localStorage.setItem("subscribed-with", "another"));
  await page.reload();
  await expect.poll(subscriptions).toHaveLength(1);
  await expect.poll(key).toBe(known);
  await desk.goTo("You");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Send me an email" })).toBeVisible();
  await expect.poll(subscriptions).toHaveLength(0);
  await expect.poll(key).toBeNull();
  await sendRequest(site, visitor);
  await site.idle();
  expect(service.received).toEqual([]);
});
