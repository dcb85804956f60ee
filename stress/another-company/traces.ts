/** Finds traces of the first company in what the second one's checkout builds. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/settings.ts";
import { companyOf } from "./copy.ts";
import { prose, replacements } from "./prose.ts";

/** A word of the first company and its context. */
export interface Trace {
  in: string;
  word: string;
  context: string;
}

/**
 * Names in the first company's prose, and its region's nature, except for what drawings show. (A lower-case
 * "canopy" is a crown or the name of a color.)
 */
const NAMES =
  /\b(?:Canopy|Eli|Jonah|Marlowe|[Bb]rothers?|[Aa]zaleas?|copperheads?|[Hh]urricanes?|kudzu|[Pp]ine straw|privet|[Rr]ed clay)\b/g;

/** Returns the facts of `company.json` that identify a company. */
function facts(): string[] {
  const company = companyOf(ROOT);
  const areas: { name: string; towns: string[] }[] = company.areas;
  const digits = (phone: string) => phone.replace(/\D/g, "");
  return [
    ...["name", "shortName", "slug", "siteName", "domain", "email", "licenseNumber"].map(
      (key) => company[key],
    ),
    ...[company.phone, company.emergencyPhone].flatMap((phone) => [phone, digits(phone)]),
    ...[company.domain.split(".")[0], ...Object.values<string>(company.states)],
    ...areas.flatMap(({ name, towns }) => [name, ...towns]),
    ...company.social.map(({ href }: { href: string }) => href),
  ];
}

/** Returns the first company's texts that pages show exactly as in the source. */
function texts(): string[] {
  return Object.entries(prose)
    .flatMap(([file, changes]) =>
      replacements(readFileSync(path.join(ROOT, file), "utf8"), changes),
    )
    .map(([first]) => first)
    .filter((text) => !/[$"=]/.test(text));
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const FACTS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...facts(), ...texts()].map(escaped).join("|")})(?![\\p{L}\\p{N}])`,
  "giu",
);

/** Returns every trace of the first company in a text. */
export function tracesIn(name: string, text: string): Trace[] {
  return [FACTS, NAMES].flatMap((words) =>
    [...text.matchAll(words)].map(({ 0: word, index }) => ({
      in: name,
      word,
      context: text.slice(Math.max(0, index - 40), index + word.length + 40).replace(/\s+/g, " "),
    })),
  );
}
