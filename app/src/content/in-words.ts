const cardinals = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
  "twenty",
];

/** The places in a row that are not their number with a "th" behind it. */
const irregularPlaces: Readonly<Record<number, string>> = {
  1: "first",
  2: "second",
  3: "third",
  5: "fifth",
  8: "eighth",
  9: "ninth",
  12: "twelfth",
  20: "twentieth",
};

/** A count as running text has it: `eight`. Above twenty it stays in figures. */
export function inWords(count: number): string {
  return cardinals[count] ?? `${count}`;
}

/** A count at the start of a sentence: `Eight`. */
export function inWordsCapitalized(count: number): string {
  const word = inWords(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The place after so many in a row: `ninth` after eight. Above twenty it stays in figures. */
export function nextInWords(count: number): string {
  const place = count + 1;
  if (place >= cardinals.length) return `number ${place}`;
  return irregularPlaces[place] ?? `${inWords(place)}th`;
}
