import { afterEach, expect, test, vi } from "vitest";
import { business } from "../../src/content/business";
import { leadWithCallAfterHours } from "../../src/page-script/call-bar";
import { all } from "./built-site";

const { opens, closes, days } = business.hours;

afterEach(() => {
  vi.useRealTimers();
});

// The page is built with the hours, and its script compares the company's clock with them.
test.skipIf(!business.emergencyService).each([
  [days[0], opens, true],
  [days[0], closes - 1, true],
  [days[0], closes, false],
  [days[0], opens - 1, false],
  ["Sunday", 12, false],
])("%s, %i:00: the office is open: %s", (day, hour, open) => {
  const [bar] = all("/faq", "[data-call-bar]");
  const value = (name: string) => bar?.getAttribute(`data-${name}`);
  const dataset = Object.fromEntries(
    ["days", "opens", "closes", "zone"].map((name) => [name, value(name)]),
  );
  const toggleAttribute = vi.fn();
  // A browser without Temporal.
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", {
    querySelector: () => ({ dataset, toggleAttribute }),
    addEventListener: () => {},
  });
  vi.useFakeTimers({ now: firstTimeAt(`${day}`, hour) });
  leadWithCallAfterHours();
  expect(toggleAttribute).toHaveBeenCalledExactlyOnceWith("data-after-hours", !open);
});

/** Returns the first time in 2026 with this day and hour in the company's time zone. */
function firstTimeAt(day: string, hour: number): number {
  const { timeZone } = business;
  const clock = { timeZone, weekday: "long", hour: "numeric", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat("en-US", clock);
  for (let time = Date.UTC(2026, 0, 1); ; time += 3_600_000) {
    const shown = format.format(time);
    if (shown.startsWith(day) && Number(/\d+/.exec(shown)) === hour) return time;
  }
}
