/** People at the desk, each in their own browser with their own clock. */
import type { Browser, Page } from "playwright-core";
import type { Server } from "../server.ts";

export interface Person {
  email: string;
  /** the minutes by which their clock is fast */
  fast: number;
  /** the width of their screen, in pixels */
  width: number;
}

/** Signs a person in. */
export async function openDesk(browser: Browser, server: Server, person: Person): Promise<Page> {
  const { email, fast, width } = person;
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  await context.addInitScript((difference) => {
    const Real = Date;
    class Wrong extends Real {
      static ahead = difference;
      constructor(...values: []) {
        super(...((values.length > 0 ? values : [Wrong.now()]) as []));
      }
      static override now = () => Real.now() + Wrong.ahead;
    }
    Object.assign(globalThis, { Date: Wrong });
  }, fast * 60_000);
  const page = await context.newPage();
  const [fragment] = /#sign-in=\S+/.exec(await server.command(["desk", "link", email])) ?? [];
  await page.goto(`${server.url}/desk${fragment}`);
  const problem = page.locator(".problem:not(:empty):visible");
  // A server whose connections to Postgres were closed says so once, and the person presses again.
  do {
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Now", exact: true }).or(problem).waitFor();
  } while ((await problem.count()) > 0);
  return page;
}

/** Sets a person's clock ahead of the machine's. */
export const setClock = (page: Page, { fast }: Person, aheadMs: number) =>
  page.evaluate((ahead) => Object.assign(Date, { ahead }), aheadMs + fast * 60_000);
