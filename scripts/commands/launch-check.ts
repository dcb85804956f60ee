/** `npm run launch-check`: lists what is missing before the launch. Exits with 1 until nothing is missing. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { hasPhotograph, photographable } from "../../app/src/content/pictures.ts";
import company from "../../company.json" with { type: "json" };
import { buildProduct } from "../build/product.ts";
import { ROOT } from "../settings.ts";
import backend from "./backend.ts";

/** The files with words that pages and the desk show. */
const TEXTS = [
  "{region,reviews,projects}.json",
  "app/src/pages.ts",
  "app/src/{content,routes}/**/*.ts",
  "desk/texts.json",
];

/** Words of the sample company, its towns, and its region. In another company's texts they are left over. */
const SAMPLE_WORDS = {
  company: "Canopy, Eli, Jonah, Marlowe, brother, brothers",
  places:
    "Alpharetta, Atlanta, Ball Ground, Canton, Cobb, Decatur, DeKalb, Kirkwood, Lawrenceville, Marietta, Midtown, Sandy Springs, Snellville, Tucker",
  region:
    "azaleas, Bradford pear, Bradford pears, clay, copperheads, crape myrtle, crape myrtles, hurricanes, kudzu, loblolly, pine straw, privet, tulip poplar, water oak, water oaks, willow oak, willow oaks",
};

export default async function launchCheck() {
  // The check reads the pages that would be served, with the current settings.
  await buildProduct();
  process.stdout.write(photographsNote(photographable.filter((name) => !hasPhotograph(name))));
  const texts = globSync(TEXTS, { cwd: ROOT }).sort();
  const files = texts.map((file) => [file, readFileSync(path.join(ROOT, file), "utf8")] as const);
  process.stdout.write(leftWordsNotes(files, JSON.stringify(company)));
  return backend(["check", "--launch"]);
}

/** Returns a line for each word of the sample company that is left in texts, unless the company's facts have it. */
export function leftWordsNotes(files: (readonly [file: string, text: string])[], facts: string) {
  // Where the company is in the sample's home state, that region is its own.
  const { region, ...others } = SAMPLE_WORDS;
  const words = [...Object.values(others), ...(facts.includes('"GA"') ? [] : [region])];
  const left = words
    .flatMap((list) => list.split(", "))
    .filter((word) => !new RegExp(`\\b${word}\\b`, "i").test(facts))
    .flatMap((word) => {
      const places = files.flatMap(([file, text]) =>
        linesOf(text, word).map((line) => `${file}:${line}`),
      );
      return places.length > 0 ? [`"${word}" is left in ${places.join(", ")}`] : [];
    });
  return left.map((text) => `${"note".padEnd(8)} ${"words".padEnd(15)} ${text}\n`).join("");
}

/** Returns the numbers of the lines whose code or text, without comments and names, has a word. */
function linesOf(text: string, word: string) {
  const pattern = new RegExp(`(?<![\\w/-])${word}(?![\\w/-])`, "i");
  return text.split("\n").flatMap((line, index) => {
    const isComment = /^\s*(\/?\*|\/\/)/.test(line);
    return !isComment && pattern.test(line) ? [index + 1] : [];
  });
}

/** Returns the line about pictures that are not photos yet, in the backend's format. */
export function photographsNote(names: readonly string[]) {
  if (names.length === 0) return "";
  const folders = Map.groupBy(names, (name) => name.split("/")[0]);
  const listed = [...folders].map(
    ([folder, inFolder]) => `${folder} (${inFolder.map((name) => name.split("/")[1]).join(", ")})`,
  );
  const text = `are still drawings or left out: ${listed.join(", ")}; to use your own photos, see illustrations/README.md`;
  return `${"note".padEnd(8)} ${"pictures".padEnd(15)} ${text}\n`;
}
