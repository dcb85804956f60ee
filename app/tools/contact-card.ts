import { business } from "../src/content/business.ts";

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&");

/** Returns the company's contact card: vCard 3.0 (RFC 2426), for all phones. `site` has no slash at its end. */
export function contactCard(site: string): string {
  const { name, phone, emergencyPhone, email, address } = business;
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    // A company instead of a person.
    "N:;;;;",
    `FN:${escaped(name)}`,
    `ORG:${escaped(name)}`,
    "X-ABSHOWAS:COMPANY",
  ];
  for (const number of [phone, emergencyPhone]) {
    if (number) lines.push(`TEL;TYPE=WORK,VOICE:${number.href.slice("tel:".length)}`);
  }
  if (address) {
    const { street, city, state, zip } = address;
    lines.push(`ADR;TYPE=WORK:;;${[street, city, state, zip].map(escaped).join(";")};`);
  }
  lines.push(`EMAIL;TYPE=INTERNET:${email}`, `URL:${site}`, "END:VCARD", "");
  return lines.join("\r\n");
}
