const cardinals = [
  ..."zero one two three four five six seven eight nine ten".split(" "),
  ..."eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  ),
];

/** The ordinals that are not their cardinal with "th" at the end. */
const irregularOrdinals: Readonly<Record<number, string>> = {
  1: "first",
  2: "second",
  3: "third",
  5: "fifth",
  8: "eighth",
  9: "ninth",
  12: "twelfth",
  20: "twentieth",
};

/** Returns a count as running text writes it: `eight`. Counts above twenty are figures. */
export function inWords(count: number): string {
  return cardinals[count] ?? `${count}`;
}

/** Returns a count for the start of a sentence: `Eight`. */
export function inWordsCapitalized(count: number): string {
  const word = inWords(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns the ordinal of the next count: `ninth` for eight. Ordinals above twenty are figures. */
export function nextInWords(count: number): string {
  const next = count + 1;
  if (next >= cardinals.length) return `number ${next}`;
  return irregularOrdinals[next] ?? `${inWords(next)}th`;
}
