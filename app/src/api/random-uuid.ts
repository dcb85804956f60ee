/** A random UUID, version 4; also where the page was not loaded over HTTPS. */
export function randomUuid(): string {
  // Browsers offer randomUUID to secure contexts only.
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = new DataView(crypto.getRandomValues(new Uint8Array(16)).buffer);
  bytes.setUint8(6, (bytes.getUint8(6) & 0x0f) | 0x40);
  bytes.setUint8(8, (bytes.getUint8(8) & 0x3f) | 0x80);
  const hex = [0, 8].map((at) => bytes.getBigUint64(at).toString(16).padStart(16, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
