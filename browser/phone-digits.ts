/** Returns the digits of a phone number, without the country code of North America. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
}
