import { expect, test } from "vitest";
import { business } from "../../src/content/business";
import {
  all,
  canonicals,
  isBuilt,
  listedPaths,
  paths,
  readBuilt,
  site,
  sizeOfPng,
} from "./built-site";

test("the sitemap lists the address of every page, and nothing else", () => {
  const xml = readBuilt("sitemap.xml").toString();
  const listed = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(listed).toEqual(listedPaths.flatMap(canonicals));
  expect(xml).not.toContain("lastmod");
});

test("robots.txt lets crawlers in and names the sitemap", () => {
  const lines = readBuilt("robots.txt").toString().split("\n");
  expect(lines).toContain("User-agent: *");
  expect(lines).toContain(`Sitemap: ${site}/sitemap.xml`);
  expect(lines.filter((line) => line.startsWith("Disallow"))).toEqual([]);
});

test("the contact card has the company's name, numbers and mailbox, in lines as RFC 2426 has them", () => {
  const card = readBuilt("contact-card.vcf").toString();
  const lines = card.split("\r\n");
  expect(card.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(lines.slice(0, 2)).toEqual(["BEGIN:VCARD", "VERSION:3.0"]);
  expect(lines.slice(-2)).toEqual(["END:VCARD", ""]);
  for (const name of ["FN", "ORG"]) {
    expect(lines).toContain(`${name}:${business.name.replace(/[\\;,]/g, "\\$&")}`);
  }
  const dialled = lines.filter((line) => line.startsWith("TEL")).map((line) => line.split(":")[1]);
  const numbers = [business.phone, business.emergencyPhone].filter((number) => number !== null);
  expect(dialled.map((number) => `tel:${number}`)).toEqual(numbers.map(({ href }) => href));
  expect(lines).toContain(`EMAIL;TYPE=INTERNET:${business.email}`);
  expect(lines).toContain(`URL:${site}`);
});

test("the manifest names the business, and its icons have the sizes that it says", () => {
  const manifest = JSON.parse(readBuilt("site.webmanifest").toString());
  expect(manifest).toMatchObject({ name: business.name, short_name: business.shortName });
  const icons = manifest.icons as { src: string; sizes: string; purpose: string }[];
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  for (const { src, sizes } of icons) {
    expect(sizeOfPng(readBuilt(src)).join("x"), src).toBe(sizes);
  }
});

test.each(paths)("%s has the manifest, and an icon for each kind of browser", (path) => {
  const linked = (rel: string) =>
    all(path, `link[rel=${rel}]`).map((link) => link.getAttribute("href") ?? "");
  expect(linked("manifest")).toEqual(["/site.webmanifest"]);
  expect(linked("icon")).toEqual(["/favicon.ico", "/favicon.svg"]);
  expect(linked("apple-touch-icon")).toEqual(["/apple-touch-icon.png"]);
  for (const file of [...linked("icon"), ...linked("apple-touch-icon")]) {
    expect(isBuilt(file), file).toBe(true);
  }
});

test("the icons that browsers ask for by name are pictures of the size that they expect", () => {
  const ico = readBuilt("favicon.ico");
  expect([ico.readUInt8(6), ico.readUInt8(7)]).toEqual([32, 32]);
  expect(sizeOfPng(ico.subarray(ico.readUInt32LE(18)))).toEqual([32, 32]);
  expect(sizeOfPng(readBuilt("apple-touch-icon.png"))).toEqual([180, 180]);
});
