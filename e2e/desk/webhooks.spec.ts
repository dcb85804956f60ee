import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  test as base,
  DESK_SETTINGS,
  expect,
  expectAccessible,
  OWNER,
  sendRequest,
} from "./desk-page.ts";

/** The program that receives webhooks. */
class Receiver {
  /** the status of its responses */
  status = 200;
  /** the received webhooks: the id, which is the same at each attempt, and the name in the lead */
  readonly received: { id: string; name: string }[] = [];

  private readonly server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const id = String(request.headers["webhook-id"]);
    this.received.push({ id, name: JSON.parse(body).data.name });
    response.writeHead(this.status).end();
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const test = base.extend<object, { receiver: Receiver }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
    async ({}, use) => {
      await use(new Receiver());
    },
    { scope: "worker" },
  ],

  siteSettings: [
    async ({ receiver }, use) => {
      const url = await receiver.start();
      await use({
        ...DESK_SETTINGS,
        WEBHOOK_URL: url,
        WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
        WEBHOOK_ALLOW_PRIVATE: "true",
      });
      await receiver.stop();
    },
    { scope: "worker" },
  ],
});

test.use({ expectedConsoleErrors: /Failed to load resource/ });

test("a webhook that was refused shows the answer, and arrives when it is sent again", async ({
  context,
  desk,
  page,
  receiver,
  site,
  visitor,
}) => {
  // A 410 stops the webhook; only the button resends it.
  receiver.status = 410;
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
  await context.setOffline(true);
  const refused = desk.toast.filter({ hasText: "Not sent again. The server was not reached." });
  const announced = refused.waitFor();
  await sendAgain.click();
  await announced;
  await expect(webhook).toContainText("Given up");
  await context.setOffline(false);

  receiver.status = 204;
  const sent = desk.toast.filter({ hasText: "The webhook is on its way again." }).waitFor();
  await sendAgain.press("Enter");
  await sent;
  await expect(webhook).toContainText("Answered 204");
  await expect(webhook).toContainText("Sent");
  await expect(webhooks.getByRole("status")).toContainText("All were delivered");
  await expect(sendAgain).toBeFocused();
  await site.idle();
  expect(receiver.received.map(({ name }) => name)).toEqual([visitor.name, visitor.name]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);

  await webhook.getByRole("link", { name: visitor.name }).click();
  await expect(
    page.locator(".lead-pane").getByRole("heading", { name: visitor.name }),
  ).toBeVisible();
});

test("erasing a person takes their webhook from the list, and from the phone", async ({
  desk,
  page,
  receiver,
  site,
  visitor,
}) => {
  receiver.status = 200;
  await sendRequest(site, visitor);
  await desk.signIn(OWNER, "#mails");
  const webhooks = page.getByRole("region", { name: "Your other program" });
  await expect(webhooks).toContainText(visitor.name);
  await expect.poll(() => desk.kept()).toContain(visitor.name);

  // Changed elsewhere, while nothing shows or reloads the list.
  await desk.goTo("Now");
  await desk.open(visitor.name);
  await page.getByRole("link", { name: "Privacy request…" }).click();
  await page.getByRole("textbox", { name: "to confirm" }).fill("erase");
  await page.getByRole("button", { name: "Erase everything" }).click();
  await expect(desk.toast).toContainText("Erased");
  await expect.poll(() => desk.kept()).not.toContain(visitor.name);
  await desk.goTo("Emails");
  await expect(page.getByText("All were delivered").first()).toBeVisible();
  await expect(page.locator(".list").getByText(visitor.name)).toHaveCount(0);
});
