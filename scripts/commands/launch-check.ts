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

/** Words of the sample company and its towns. In another company's texts they are left over. */
const COMPANY_WORDS =
  "Canopy, Eli, Jonah, Marlowe, brothers?, Alpharetta, Atlanta, Ball Ground, Canton, Cobb, Decatur, DeKalb, Kirkwood, Lawrenceville, Marietta, Midtown, Sandy Springs, Snellville, Tucker";

/** Words of the sample company's region, which are left over in another state. */
const REGION_WORDS =
  "azaleas, Bradford pears?, clay, copperheads, crape myrtles?, hurricanes, kudzu, loblolly, pine straw, privet, tulip poplar, water oaks?, willow oaks?";

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
  const words = facts.includes('"GA"') ? COMPANY_WORDS : `${COMPANY_WORDS}, ${REGION_WORDS}`;
  const lines = files.flatMap(([file, text]) =>
    text.split("\n").map((line, index) => ({ at: `${file}:${index + 1}`, line })),
  );
  const notes = words.split(", ").map((word) => {
    // Not within a name, such as that of a color, and not in a comment.
    const pattern = new RegExp(`^(?!\\s*(/?\\*|//)).*?(?<![\\w/-])${word}(?![\\w/-])`, "i");
    const left = pattern.test(facts) ? [] : lines.filter(({ line }) => pattern.test(line));
    const places = left.map(({ at }) => at).join(", ");
    return places && note("words", `"${word.replace("?", "")}" is left in ${places}`);
  });
  return notes.join("");
}

/** Returns the line about pictures that are not photos yet, in the backend's format. */
export function photographsNote(names: readonly string[]) {
  if (names.length === 0) return "";
  const folders = Map.groupBy(names, (name) => name.split("/")[0]);
  const listed = [...folders].map(
    ([folder, inFolder]) => `${folder} (${inFolder.map((name) => name.split("/")[1]).join(", ")})`,
  );
  const text = `are still drawings or left out: ${listed.join(", ")}; to use your own photos, see illustrations/README.md`;
  return note("pictures", text);
}

function note(about: string, text: string) {
  return `${"note".padEnd(8)} ${about.padEnd(15)} ${text}\n`;
}
