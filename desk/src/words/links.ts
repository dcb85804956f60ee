// The links that leave the desk. What a visitor wrote is always encoded.

/** Returns the link that calls a number. */
export const callHref = (number: string) => `tel:${number}`;

/** Returns a link that texts a number. iPhones and Android phones both understand "?&". */
export const textHref = (number: string, text = "") =>
  `sms:${number}${text && `?&body=${encodeURIComponent(text)}`}`;

/** Returns a link that writes an e-mail. */
export const mailHref = (email: string, subject = "", text = "") =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}${
    text && `?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  }`;

/** Returns a link to an address on the map: Google's app if the phone has it, else a page. */
export const mapHref = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** Google Maps accepts no more stops before the destination. */
const MAX_WAYPOINTS = 9;

/** Returns a link to one route from the phone's location through all addresses. */
export function directionsHref(addresses: string[]): string {
  const stops = addresses.slice(0, MAX_WAYPOINTS + 1);
  const query = new URLSearchParams({ api: "1", destination: stops.at(-1) ?? "" });
  if (stops.length > 1) query.set("waypoints", stops.slice(0, -1).join("|"));
  return `https://www.google.com/maps/dir/?${query}`;
}

/** Brackets within a URL, such as "Oak_(tree)". */
const BRACKETS = String.raw`\([^\s<>"()]*\)|\[[^\s<>"[\]]*\]`;
const URL_PATTERN = new RegExp(
  String.raw`(\bhttps?://(?:${BRACKETS}|[^\s<>"()[\]])*(?:${BRACKETS}|[^\s<>"'’”».,;:!?()[\]]))`,
  "i",
);

/** Splits a text so that every second piece is a URL. A URL ends before a bracket that it did not open. */
export const splitAtUrls = (text: string): string[] => text.split(URL_PATTERN);
