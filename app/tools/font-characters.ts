// The characters that the two typefaces are reduced to. A test checks that the pages use no others.

const ascii = range(0x20, 0x7e);

export const textCharacters = `${ascii.replace(/[<>[\\\]^_`{|}~]/g, "")}\u00a0©·–—‘’“”…′″×`;

/** Accented letters and Spanish punctuation, for visitors' texts. Their file loads where one of them is used. */
export const accentedCharacters = `¡¿${range(0xc0, 0xff).replace(/[×÷]/g, "")}`;

/** The characters of headings and large numbers. Kerning makes each character expensive. */
export const displayCharacters = `${ascii.replace(/["#$*;<=>@[\\\]^_`{|}~]/g, "")}\u00a0–’“”×`;

function range(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
}
