// The links that leave the desk. Visitors' texts are always encoded.

export const callHref = (number: string) => `tel:${number}`;

/** Returns a link that texts a phone number. iPhones and Android phones both understand "?&". */
export const textHref = (number: string, text = "") =>
  `sms:${number}${text && `?&body=${encodeURIComponent(text)}`}`;

/** Returns a link that writes an email. */
export const mailHref = (email: string, subject = "", text = "") =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}${
    text && `?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  }`;

/** Returns a link to an address on Google Maps. It opens the app if the phone has it, otherwise a page. */
export const mapHref = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** The most stops, including the destination, that Google Maps accepts in a phone's browser. */
const MAX_STOPS = 4;

/** Returns links to routes from the phone's location through all addresses, as many as Maps accepts in each. */
export function directionsHrefs(addresses: string[]): string[] {
  if (addresses.length === 0) return [];
  // A vertical bar separates stops.
  const stops = addresses.slice(0, MAX_STOPS).map((address) => address.replaceAll("|", " "));
  const query = new URLSearchParams({ api: "1", destination: stops.at(-1) ?? "" });
  if (stops.length > 1) query.set("waypoints", stops.slice(0, -1).join("|"));
  const route = `https://www.google.com/maps/dir/?${query}`;
  return [route, ...directionsHrefs(addresses.slice(MAX_STOPS))];
}

/** Brackets within a URL, such as "Oak_(tree)". */
const BRACKETS = String.raw`\([^\s<>"()]*\)|\[[^\s<>"[\]]*\]`;
const URL_PATTERN = new RegExp(
  String.raw`(\bhttps?://(?:${BRACKETS}|[^\s<>"()[\]])*(?:${BRACKETS}|[^\s<>"'’”».,;:!?()[\]]))`,
  "i",
);

/** Splits a text so that every second piece is a URL. A URL ends before a bracket that it did not open. */
export const splitAtUrls = (text: string): string[] => text.split(URL_PATTERN);
