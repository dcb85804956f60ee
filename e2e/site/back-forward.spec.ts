import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { ordinaryAnswers, SESSION } from "../estimate/estimate-page.ts";
import { CHROMIUM_PATH } from "../full-chromium.ts";
import { test as base, expect, type RunningSite } from "../running-site.ts";
import { ChromiumTab } from "./chromium-tab.ts";

// Chromium's back/forward cache and prerendering.

const test = base.extend<{ tab: ChromiumTab }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
  tab: async ({}, use) => {
    const tab = await ChromiumTab.start(CHROMIUM_PATH);
    await use(tab);
    await tab.stop();
  },
});

/** Opens a page and has it keep its next `pageshow` event. */
async function open(tab: ChromiumTab, url: string): Promise<void> {
  await tab.command("Page.navigate", { url });
  await isShown(tab, url);
  await tab.evaluate("addEventListener('pageshow', (event) => { window.shown = event; })");
}

/** Waits until the tab shows a loaded page. */
const isShown = (tab: ChromiumTab, url: string) =>
  expect
    .poll(() => tab.evaluate("document.readyState === 'complete' && location.href").catch(String))
    .toBe(url);

/** Follows a link and goes back; expects the page to come from the back/forward cache. */
async function leaveAndReturn(tab: ChromiumTab, link: string): Promise<void> {
  const url = await tab.evaluate<string>("location.href");
  const next = await tab.evaluate<string>(`document.querySelector("${link}").href`);
  await tab.evaluate(`document.querySelector("${link}").click()`);
  await isShown(tab, next);
  await tab.evaluate("history.back()");
  await isShown(tab, url);
  // The event fires shortly after the page appears. If the page wasn't cached, Chromium gives the reason.
  const navigation = "performance.getEntriesByType('navigation')[0]";
  await expect
    .poll(() =>
      tab.evaluate(`window.shown?.persisted ?? JSON.stringify(${navigation}.notRestoredReasons)`),
    )
    .toBe(true);
}

test("a form half filled in comes back as it was left, and can be sent", async ({
  site,
  tab,
  visitorName,
}) => {
  const values = () => tab.evaluate<string>("JSON.stringify([...new FormData(document.forms[0])])");
  await open(tab, `${site.url}/contact`);
  const { urgency, service, ...texts } = ordinaryAnswers;
  for (const [name, text] of Object.entries({ ...visitorName, ...texts })) {
    await tab.evaluate(`document.forms[0].elements.${name}.focus()`);
    await tab.command("Input.insertText", { text });
  }
  const typed = await values();
  expect(typed).toContain(ordinaryAnswers.message);
  await leaveAndReturn(tab, "footer a[href='/faq']");
  await expect.poll(values).toBe(typed);

  await tab.evaluate(`document.forms[0].elements.service.value = "${service}"`);
  await tab.evaluate("document.forms[0].requestSubmit()");
  await expect
    .poll(() => tab.evaluate("document.querySelectorAll('#confirmation').length"))
    .toBe(1);
  expect(
    await site.settledLeadsOf(`${visitorName.firstName} ${visitorName.lastName}`),
  ).toHaveLength(1);
});

for (const [name, opener, menu] of [
  ["menu", "[aria-label='Open menu']", "dialog"],
  ["dropdown", "[data-dropdown] summary", "[data-dropdown]"],
] as const) {
  test(`a page that was left by its ${name} comes back with it closed`, async ({ site, tab }) => {
    await open(tab, `${site.url}/about`);
    const isOpen = () => tab.evaluate(`document.querySelector("${menu}").open`);
    await tab.evaluate(`document.querySelector("${opener}").click()`);
    await expect.poll(isOpen).toBe(true);
    await leaveAndReturn(tab, `${menu} a[href='/services/cleanup']`);
    await expect.poll(isOpen).toBe(false);
  });
}

/** Starts a proxy of the site that records which pages are prerendered. */
async function startProxy(site: RunningSite) {
  const prerendered: (string | undefined)[] = [];
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.headers["sec-purpose"]?.includes("prerender")) prerendered.push(incoming.url);
    const { method, headers } = incoming;
    const forwarded = request(`${site.url}${incoming.url}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, prerendered, stop: () => proxy.close() };
}

test("a link under the mouse is rendered before the click, and the page begins with it", async ({
  site,
  tab,
}) => {
  const { url, prerendered, stop } = await startProxy(site);
  const link = `document.querySelector("main a[href^='/contact']")`;
  await open(tab, `${url}/`);
  const [x, y] = await tab.evaluate<[number, number]>(`(() => {
    ${link}.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = ${link}.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  })()`);
  await tab.command("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  await expect.poll(() => prerendered).toContain("/contact");
  await tab.evaluate(`${link}.click()`);
  await isShown(tab, `${url}/contact`);
  const navigation = "performance.getEntriesByType('navigation')[0]";
  await expect.poll(() => tab.evaluate(`${navigation}.activationStart`)).toBeGreaterThan(0);

  // The page's script waited until the page was shown, and works.
  await tab.evaluate(`document.querySelector("header a[href^='tel:']").click()`);
  const session = () => tab.evaluate<string>(`sessionStorage.getItem("${SESSION}")`);
  await expect.poll(async () => site.settledClicksOf(await session())).toHaveLength(1);
  stop();
});
