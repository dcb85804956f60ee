declare module "wawoff2" {
  /** Converts a WOFF2 file back to the TrueType or OpenType file that it was made of. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
