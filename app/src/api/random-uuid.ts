/** A random UUID, version 4; also where the page was not loaded over HTTPS. */
export function randomUuid(): string {
  // Browsers offer randomUUID to secure contexts only.
  if (crypto.randomUUID) return crypto.randomUUID();
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replaceAll("x", () => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (byte & 15).toString(16);
  });
}
