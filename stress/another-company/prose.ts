/**
 * The first company's own texts, and its facts outside company.json, by file. A string, or the group of an
 * expression, is garbled in the copy and must not appear in its output. In a pair, the second text replaces the
 * first.
 */
type Change = string | RegExp | readonly [first: string, second: string];

export const prose: Record<string, readonly Change[]> = {
  "app/src/styles/app.css": [["%233b2a1f", "%2333271f"]],
  "app/src/routes/about/content.ts": [
    "a water oak in Kirkwood",
    "we had one pickup, two ropes and a chipper borrowed from our uncle.",
    "held the rope, drove, answered the phone and wrote the invoices at the kitchen table.",
    "Our first customer had two quotes to take her water oak down.",
    "went up to look, found sound wood where the others had assumed rot, took out 300 pounds of dead limbs and left the tree standing. It still is. The next four jobs were on the same street.",
    "There is a bucket truck now, a grinder, and a crane when a tree leaves us no other way. A certified arborist looks at every tree before it is cut. Our uncle has his chipper back.",
    "two ropes and a borrowed chipper became a tree-care company in",
  ],
  "app/src/routes/home/content.ts": [
    "one pickup, two ropes, a borrowed chipper",
    "held the other end of the rope, and the chipper was our uncle’s.",
    "still us and the crew we trained. We still look at every tree ourselves, and we still sweep your driveway.",
  ],
  "app/src/routes/storm-damage/content.ts": [/\btext: "(.+?)",\s+picture:/g],
};

/** Returns the pairs of texts for a file. Every change has a pair, even if it matches nothing. */
export function replacements(source: string, changes: readonly Change[]) {
  return changes.flatMap((change): (readonly [first: string, second: string])[] => {
    if (typeof change === "string") return [[change, garbled(change)]];
    if (!(change instanceof RegExp)) return [change];
    const found = [...source.matchAll(change)].map(([, text]) => text);
    return found.length > 0 ? replacements(source, found) : [[String(change), ""]];
  });
}

/** Returns the text in ROT13: it has the same length and none of the words. */
function garbled(text: string) {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26));
  });
}
