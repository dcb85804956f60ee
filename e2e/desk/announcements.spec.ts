import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import ece from "http_ece";
import { homeCity } from "../../app/src/content/areas.ts";
import { CHROMIUM_PATH } from "../full-chromium.ts";
import {
  test as base,
  DESK_SETTINGS,
  type DeskPage,
  expect,
  expectAccessible,
  OWNER,
  sendRequest,
} from "./desk-page.ts";

// Where the server announces a new lead: a phone's notifications, and the owner's other program.

/** An HTTP server that receives webhooks or push messages. */
class Receiver {
  /** the status of its responses */
  status = 201;
  readonly received: { body: Buffer; id: string }[] = [];

  private readonly server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    this.received.push({ body, id: String(request.headers["webhook-id"]) });
    response.writeHead(this.status).end();
  });

  /** Starts the server; returns its URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A push service, and the keys of the browser that subscribed at it. */
class PushService extends Receiver {
  endpoint = "";
  private readonly keys = createECDH("prime256v1");
  private readonly auth = randomBytes(16).toString("base64url");

  /** Starts the service; returns a subscription in the form of `PushSubscription.toJSON()`. */
  async subscribe() {
    this.endpoint = await this.start();
    const keys = { p256dh: this.keys.generateKeys("base64url"), auth: this.auth };
    return { endpoint: this.endpoint, keys };
  }

  /** Decrypts the first message like a browser, with the library of RFC 8291's author. */
  firstMessage(): string {
    const keys = { privateKey: this.keys, authSecret: this.auth };
    const [first] = this.received;
    return ece.decrypt(first?.body ?? Buffer.of(), { version: "aes128gcm", ...keys }).toString();
  }
}

const test = base.extend<{ service: PushService }, { receiver: Receiver }>({
  launchOptions: [
    // Chromium's headless shell shows no notifications.
    ({ launchOptions }, use) => use({ ...launchOptions, executablePath: CHROMIUM_PATH }),
    { scope: "worker" },
  ],

  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
    async ({}, use) => {
      const receiver = new Receiver();
      await use(receiver);
      await receiver.stop();
    },
    { scope: "worker" },
  ],

  siteSettings: [
    async ({ receiver }, use) =>
      use({
        ...DESK_SETTINGS,
        PUSH_ALLOW_PRIVATE: "true",
        WEBHOOK_URL: await receiver.start(),
        WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
        WEBHOOK_ALLOW_PRIVATE: "true",
      }),
    { scope: "worker" },
  ],

  serviceWorkers: "allow",

  // A real browser subscribes at its vendor's push service, which the tests can't reach. All the
  // rest is real: the server, its messages, the service worker, the notification.
  service: async ({ context, page, site }, use) => {
    const service = new PushService();
    const subscription = await service.subscribe();
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

test.use({ expectedConsoleErrors: /Failed to load resource/ });

async function turnOn(desk: DeskPage): Promise<void> {
  const { page } = desk;
  // It receives the notifications.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await desk.goTo("You");
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(page.getByRole("button", { name: "Turn off notifications" })).toBeVisible();
}

test("a tap on a notification opens its lead", async ({
  context,
  desk,
  page,
  service,
  site,
  visitor,
}) => {
  await desk.signIn();
  await turnOn(desk);
  const address = `12 Oak Street, ${homeCity}`;
  await sendRequest(site, { ...visitor, urgency: "emergency", address });
  await expect.poll(() => service.received).toHaveLength(1);
  const [lead] = await site.leadsOf(visitor.name);
  const message = service.firstMessage();
  expect(JSON.parse(message)).toEqual({
    lead: lead?.id,
    title: "Emergency",
    body: `Tree Removal in ${homeCity}`,
  });

  const { devTools, ...target } = await desk.serviceWorker();
  const [worker] = context.serviceWorkers();
  // Chromium may remove a notification whose list is read while it is being shown.
  const isShown = await worker?.evaluateHandle(`({
    promise: new Promise((resolve) => {
      const show = registration.showNotification.bind(registration);
      registration.showNotification = (...all) => show(...all).then(resolve);
    }),
  })`);
  await devTools.send("ServiceWorker.deliverPushMessage", { ...target, data: message });
  await isShown?.evaluate(({ promise }) => promise);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body }) => `${title}: ${body}`);
    });
  await expect.poll(shown).toEqual([`Emergency: Tree Removal in ${homeCity}`]);

  await worker?.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  })`);
  await expect(page.getByRole("heading", { name: visitor.name })).toBeVisible();
  await expect.poll(shown).toEqual([]);
});

test("notifications end when stopped, and at sign-out", async ({
  desk,
  page,
  service,
  site,
  visitor,
}) => {
  const subscriptions = () =>
    site.sql("SELECT FROM desk_push_subscriptions WHERE endpoint = $1", [service.endpoint]);
  await desk.signIn();
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

test("a refused webhook is sent again, and erased", async ({
  desk,
  page,
  receiver,
  site,
  visitor,
}) => {
  // A 410 stops the webhook; only the button resends it.
  receiver.status = 410;
  receiver.received.length = 0;
  await sendRequest(site, visitor);
  await site.idle();
  await desk.signIn(OWNER, "#mails");
  const webhooks = page.getByRole("region", { name: "Your other program" });
  const webhook = webhooks.getByRole("listitem").filter({ hasText: visitor.name });
  await expect(webhook).toContainText("Given up");
  await expect(webhook).toContainText(/the receiver returned 410 Gone/i);
  await expect(webhooks.getByRole("status")).toContainText("1 not delivered");
  await expectAccessible(page, "Emails");

  const sendAgain = webhook.getByRole("button", { name: `Send again ${visitor.name}` });
  await desk.setOffline(true);
  const refused = desk.toast.filter({ hasText: "Not sent again. The server was not reached." });
  const announced = refused.waitFor();
  await sendAgain.click();
  await announced;
  await expect(webhook).toContainText("Given up");
  await desk.setOffline(false);

  receiver.status = 204;
  const sent = desk.toast.filter({ hasText: "The webhook is on its way again." }).waitFor();
  await sendAgain.press("Enter");
  await sent;
  await expect(webhook).toContainText("Answered 204");
  await expect(webhook).toContainText("Sent");
  await expect(webhooks.getByRole("status")).toContainText("All were delivered");
  await expect(sendAgain).toBeFocused();
  await site.idle();
  const names = receiver.received.map(({ body }) => JSON.parse(body.toString()).data.name);
  expect(names).toEqual([visitor.name, visitor.name]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);

  // Erased elsewhere, while nothing shows or reloads the list.
  await webhook.getByRole("link", { name: visitor.name }).click();
  await expect.poll(() => desk.kept()).toContain(visitor.name);
  await page.getByRole("link", { name: "Privacy request…" }).click();
  await page.getByRole("textbox", { name: "to confirm" }).fill("erase");
  await page.getByRole("button", { name: "Erase everything" }).click();
  await expect.poll(() => desk.kept()).not.toContain(visitor.name);
  await desk.goTo("Emails");
  await expect(page.getByText("All were delivered").first()).toBeVisible();
  await expect(page.locator(".list").getByText(visitor.name)).toHaveCount(0);
});
