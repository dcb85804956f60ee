/** Returns a random UUID, version 4, also on a page that was not loaded over HTTPS. */
export function randomUuid(): string {
  // Browsers offer `randomUUID` in secure contexts only.
  if (crypto.randomUUID) return crypto.randomUUID();
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replaceAll("x", () => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (byte & 15).toString(16);
  });
}
