import { expect, test } from "vitest";
import type { Appointment } from "../src/rules/appointments.ts";
import { DAY_MS } from "../src/rules/clock.ts";
import {
  callHref,
  directionsHrefs,
  mailHref,
  mapHref,
  splitAtUrls,
  textHref,
} from "../src/words/links.ts";
import { preparedTexts, reviewText, tellingText } from "../src/words/texts.ts";
import { timeInWords } from "../src/words/time.ts";
import { appointmentWith, leadWith } from "./lead.ts";

test("call and text links have the number that the server dials", () => {
  expect(callHref("+442079460958")).toBe("tel:+442079460958");
  expect(textHref("4045550123", "On my way & soon")).toBe(
    "sms:4045550123?&body=On%20my%20way%20%26%20soon",
  );
});

test("a visitor's text cannot add to a mail link", () => {
  expect(mailHref("robin@gmail.com?bcc=all@example.com&body=x")).toBe(
    "mailto:robin@gmail.com%3Fbcc%3Dall%40example.com%26body%3Dx",
  );
});

test("a visitor's text is one parameter of a map link", () => {
  expect(new URL(mapHref("1 Oak & Elm St #2?q=x")).searchParams.get("query")).toBe(
    "1 Oak & Elm St #2?q=x",
  );
});

test("directions go through all addresses, the last one being the destination", () => {
  const [route = "", ...others] = directionsHrefs([
    "1 Oak St",
    "2 Elm St & 3rd | rear",
    "4 Ash St",
  ]);
  const { origin, pathname, searchParams } = new URL(route);
  expect(origin + pathname).toBe("https://www.google.com/maps/dir/");
  // A vertical bar would separate two stops.
  expect(Object.fromEntries(searchParams)).toEqual({
    api: "1",
    destination: "4 Ash St",
    waypoints: "1 Oak St|2 Elm St & 3rd   rear",
  });
  expect(others).toEqual([]);
});

test("more stops than Maps accepts are several routes, and none is left out", () => {
  const addresses = Array.from({ length: 10 }, (_, index) => `${index} Oak St`);
  const stops = directionsHrefs(addresses).map((href) => {
    const { waypoints = "", destination } = Object.fromEntries(new URL(href).searchParams);
    return [...waypoints.split("|"), destination];
  });
  expect(stops.map(({ length }) => length)).toEqual([4, 4, 2]);
  expect(stops.flat()).toEqual(addresses);
});

test.each([
  ["See https://a.example/b?c=d.", ["See ", "https://a.example/b?c=d", "."]],
  ["(http://a.example/b) and more", ["(", "http://a.example/b", ") and more"]],
  ["javascript:alert(1) or a.example", ["javascript:alert(1) or a.example"]],
  ...[
    "https://en.wikipedia.org/wiki/Oak_(tree)",
    "https://a.example/Oak_(tree)_(old)#Top",
    "https://a.example/(oak)/b",
    "https://a.example/list[1]",
  ].flatMap((link): [string, string[]][] => [
    [`See ${link}`, ["See ", link, ""]],
    [`(see ${link}).`, ["(see ", link, ")."]],
    [`[${link}], and`, ["[", link, "], and"]],
    [`“${link}”!`, ["“", link, "”!"]],
  ]),
  ["(https://a.example/oak)b", ["(", "https://a.example/oak", ")b"]],
  ["https://a.example/oak_(tree", ["", "https://a.example/oak_", "(tree"]],
])("every second piece of “%s” is a URL", (text, pieces) => {
  expect(splitAtUrls(text)).toEqual(pieces);
});

test("a prepared text has the name and the number, and the day if there is one", () => {
  const robin = leadWith({ name: "Robin Alder" });
  const texts = preparedTexts(robin);
  expect(texts.map(({ text }) => text).join()).not.toMatch(/[{}]/);
  expect(texts.every(({ text }) => text.includes("Robin") && !text.includes("Alder"))).toBe(true);
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  const next = appointmentWith({ from: tomorrow });
  const dated = preparedTexts({ ...robin, appointments: [next] });
  expect(dated.length).toBe(texts.length + 1);
  expect(dated.map(({ text }) => text).join()).toContain(timeInWords(tomorrow));
  const missed = texts.find(({ name }) => name === "Sorry we missed you");
  expect(missed?.text).toMatch(new RegExp(`${robin.link}$`));
  expect(dated.flatMap(({ appointment }) => appointment ?? [])).toEqual([next.id]);
  const others = [appointmentWith(), { ...next, ended: "called-off" as const }];
  expect(preparedTexts({ ...robin, appointments: others })).toEqual(texts);
});

test("a review is asked for where the work is ordered and the company names a page", () => {
  const page = "https://reviews.example/canopy";
  const won = leadWith({ status: "won" });
  expect(reviewText(won, page)?.text).toMatch(/^Hi Robin, .*https:\/\/reviews\.example\/canopy$/);
  expect(reviewText(won, undefined)).toBeUndefined();
  expect(reviewText(leadWith({ status: "quoted" }), page)).toBeUndefined();
  expect(
    preparedTexts(leadWith(), page)
      .map(({ text }) => text)
      .join(),
  ).not.toMatch(/[{}]/);
});

test("the text about an estimate has its amount", () => {
  const amounts = [null, 185_000].map((quoted) =>
    preparedTexts(leadWith({ quoted })).find(({ name }) => name === "Your estimate"),
  );
  expect(amounts.map((message) => message?.text.split(": ").at(-1))).toEqual(["$", "$1,850"]);
});

test("a text to somebody without a name has none", () => {
  const [text] = preparedTexts(leadWith({ name: "404-555-0123" }));
  expect(text?.text).toMatch(/^Hi there, /);
});

test.each<[string, Partial<Appointment>, string]>([
  ["set", { told: null, was: "2026-11-23T14:00:00Z", why: "rain" }, "be with you on {day}. If"],
  [
    "moved",
    { was: "2026-11-23T14:00:00Z", why: "rain" },
    "{day} instead of {was}, because of rain.",
  ],
  ["called off", { ended: "called-off" }, "not come on {day}."],
  [
    "called off after a move of which nobody told them",
    { ended: "called-off", was: "2026-11-23T14:00:00Z", why: "rain", changes: 2 },
    "not come on {was}.",
  ],
])("a customer is told that an appointment is %s", (_, fields, words) => {
  const from = "2026-11-24T14:00:00Z";
  const appointment = appointmentWith({ from, ...fields });
  const { text } = tellingText(leadWith({ link: "" }), appointment);
  const said = words
    .replace("{day}", timeInWords(from))
    .replace("{was}", timeInWords(fields.was ?? from));
  expect(text).toContain(said);
  expect(text).toMatch(/^Hi Robin, [^{}]*[^:]$/);
  const robin = leadWith();
  const linked = tellingText(robin, appointment).text;
  expect(linked.startsWith(text)).toBe(true);
  expect(linked.endsWith(robin.link)).toBe(!fields.ended);
});
