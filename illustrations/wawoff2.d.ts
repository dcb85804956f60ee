declare module "wawoff2" {
  /** A WOFF2 file as the TrueType or OpenType file that it was made of. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
