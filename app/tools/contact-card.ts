import { business } from "../src/content/business.ts";

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&");

/** The company as a contact: vCard 3.0 (RFC 2426), which every phone reads. `site` has no slash at its end. */
export function contactCard(site: string): string {
  const { name, phone, emergencyPhone, email, address } = business;
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    // A company, and no person.
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
