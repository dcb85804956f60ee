// The characters that the two typefaces are cut down to. A test holds the pages to them.

const ascii = range(0x20, 0x7e);

/** What text is made of. */
export const textCharacters = `${ascii.replace(/[<>[\\\]^_`{|}~]/g, "")}\u00a0©·–—‘’“”…′″×`;

/** Letters with accents, and marks of Spanish: visitors write them. Their file loads where one of them stands. */
export const accentedCharacters = `¡¿${range(0xc0, 0xff).replace(/[×÷]/g, "")}`;

/** What headings and large figures are made of: kerned pairs make each character dear. */
export const displayCharacters = `${ascii.replace(/["#$*;<=>@[\\\]^_`{|}~]/g, "")}\u00a0–’“”×`;

function range(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
}
