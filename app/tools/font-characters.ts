// The characters that the two typefaces are cut down to. A test holds the pages to them.

const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, i) =>
  String.fromCodePoint(0x20 + i),
).join("");

/** What text is made of. Who types another character sees it in the system's typeface. */
export const textCharacters = `${ascii.replace(/[<>[\\\]^_`{|}~]/g, "")}\u00a0©·–—‘’“”…′″×`;

/** What headings and large figures are made of: kerned pairs make each character dear. */
export const displayCharacters = `${ascii.replace(/["#$*;<=>@[\\\]^_`{|}~]/g, "")}\u00a0–’“”×`;
