// The addresses that leave the desk. What a visitor wrote is in them as a value, never as it is.

/** Calls a number, as the server says that it is dialed. */
export const callLink = (number: string) => `tel:${number}`;

/** With "?&", which iPhones and Android phones both read. */
export const textLink = (number: string, text = "") =>
  `sms:${number}${text && `?&body=${encodeURIComponent(text)}`}`;

export const mailLink = (email: string, subject = "", text = "") =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}${
    text && `?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  }`;

/** Opens the phone's own app where it has Google's, else a page. */
export const mapLink = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** More stops than that are not taken on the way to the last one. */
const MAX_WAYPOINTS = 9;

/** One route from where the phone is through all addresses. */
export function routeLink(addresses: string[]): string {
  const stops = addresses.slice(0, MAX_WAYPOINTS + 1);
  const query = new URLSearchParams({ api: "1", destination: stops.at(-1) ?? "" });
  if (stops.length > 1) query.set("waypoints", stops.slice(0, -1).join("|"));
  return `https://www.google.com/maps/dir/?${query}`;
}

/** A view of the desk: what comes after its name, such as a lead's id, is anybody's text. */
export const viewLink = (name: string, rest: string) =>
  `#${name}${rest && `/${encodeURIComponent(rest)}`}`;

/** The view for a privacy request of a lead's sender. */
export const personLink = (lead: string) => viewLink("person", lead);

export const leadLink = (id: string) => viewLink("lead", id);

/** What is in brackets within an address, such as "Oak_(tree)", and any character that may be in one beside them. */
const WITHIN = String.raw`\([^\s<>"()]*\)|\[[^\s<>"[\]]*\]`;
const WEB_LINK = new RegExp(
  String.raw`(\bhttps?://(?:${WITHIN}|[^\s<>"()[\]])*(?:${WITHIN}|[^\s<>"'’”».,;:!?()[\]]))`,
  "i",
);

/** A text in pieces: every second one is an address of the web, which ends before a bracket that is not its own. */
export const webLinksIn = (text: string): string[] => text.split(WEB_LINK);
