// The addresses that leave the desk. What a visitor wrote is in them as a value, never as it is.

/** The number without an extension, as a telephone dials it. */
const dialled = (phone: string) => {
  const [number = ""] = phone.split(/[a-z#,;]/i);
  return encodeURIComponent(number.replace(/[^\d+]/g, "")).replace("%2B", "+");
};

export const callLink = (phone: string) => `tel:${dialled(phone)}`;

export const textLink = (phone: string) => `sms:${dialled(phone)}`;

export const mailLink = (email: string) =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** Opens the phone's own app where it has Google's, else a page. */
export const mapLink = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** The view for a privacy request of a lead's sender. */
export const personLink = (lead: string) => `#person/${encodeURIComponent(lead)}`;

export const leadLink = (id: string) => `#lead/${encodeURIComponent(id)}`;
