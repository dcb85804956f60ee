/** A page that a mistyped path can be meant for, with the words that people call it by. */
export interface KnownPath {
  path: string;
  names: readonly string[];
}

/** A shorter word is part of too many others. */
const SHORTEST_WORD = 5;
/** One typing error in this many letters is tolerated. */
const LETTERS_PER_SLIP = 3;

/** How many letters must be added, dropped, changed or swapped with a neighbour between two words. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let distance = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? from.length;
}

/** A path or a name as its bare words: `/Services/Tree%20Removal.html` is `services-tree-removal`. */
function words(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // A lone per cent sign: what is typed is what is compared.
  }
  return plain
    .toLowerCase()
    .replace(/\.(html?|php|aspx?)$/, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A name as it can be spelled, and each long word of it alone. */
function spellings(name: string): { text: string; handicap: number }[] {
  const whole = words(name);
  const single = whole.split("-").filter((word) => word.length >= SHORTEST_WORD);
  return [
    { text: whole, handicap: 0 },
    // A word alone says less than the whole name: it comes after an equally near one.
    ...single.map((text) => ({ text, handicap: 0.5 })),
  ];
}

/** The known path whose names come closest to one part of a missing path. */
function nearestTo(part: string, known: readonly KnownPath[]): string | undefined {
  const typed = spellings(part);
  let nearest: string | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const { path, names } of known) {
    const ending = path.slice(path.lastIndexOf("/") + 1);
    for (const name of [ending, ...names].flatMap(spellings)) {
      for (const { text, handicap } of typed) {
        const slips = editDistance(text, name.text);
        const distance = slips + handicap + name.handicap;
        if (slips <= name.text.length / LETTERS_PER_SLIP && distance < smallest) {
          smallest = distance;
          nearest = path;
        }
      }
    }
  }
  return nearest;
}

/** The known path that is near enough to a missing one. Its last part is asked first, then the folders before it. */
export function nearestPath(missing: string, known: readonly KnownPath[]): string | undefined {
  for (const part of missing.split("/").reverse()) {
    const nearest = words(part) ? nearestTo(part, known) : undefined;
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}
