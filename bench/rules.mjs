/** Measures the rules in Node and in Chromium, against the same rules in zod. */
import path from "node:path";
import { chromium } from "playwright-core";
import { buildWasmPackage } from "../scripts/build/wasm-package.ts";
import { step } from "../scripts/progress.ts";
import { ROOT } from "../scripts/settings.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../scripts/setup/chromium.ts";
import { bundle, inChromium, inNode } from "./engines.mjs";
import { buildPackageWith, manyPhrases } from "./many-phrases.mjs";
import { compareMeasurements, OURS } from "./report.mjs";
import { peerVersions, setUpPeer } from "./tools.mjs";
import { readList } from "./zod-rules.mjs";

/** @typedef {import("./engines.mjs").Engine} Engine */

const CONTENDERS = [OURS, "zod"];

const FORM = {
  firstName: "Jane",
  lastName: "Miller",
  phone: "404-555-0123",
  email: "jane.miller@oakmail.net",
  address: "12 Oak Street, Decatur, GA 30030",
  service: "Tree Removal",
  urgency: "within-week",
  message: "A large white oak leans over the garage since the storm, and its roots lift the drive.",
};

/** Returns sentences of this length that begin like listed phrases. @param {number} length */
function longMessage(length) {
  const sentences =
    "The big white oak leads over the link fence. We search for somebody who can grow our trust. ";
  return sentences.repeat(Math.ceil(length / sentences.length)).slice(0, length);
}

/** Accepted forms by their names in the table. @type {Record<string, typeof FORM>} */
const ACCEPTED = {
  "typical form": FORM,
  "10 KB message": { ...FORM, message: longMessage(10_000) },
  "100 KB message": { ...FORM, message: longMessage(100_000) },
};

/** Forms that are refused for different reasons; both contenders must return the same verdicts. */
const REFUSED = [
  { ...FORM, phone: " " },
  { ...FORM, email: "INFO@example.com" },
  { ...FORM, message: `${longMessage(10_000)} Guest Post?` },
  { ...FORM, address: "", email: "spam@oakmail.net", message: "Guest post" },
];

/** Aims by the message's length. @type {Record<string, import("./report.mjs").Aim>} */
const AIMS = {
  "typical form": { least: 1 },
  "10 KB message": { least: 2 },
  "100 KB message": { least: 2 },
};

/** The README shows only the browser, with a typical form and a long message. */
const ESSENTIAL = /^Chromium.*(typical form|10 KB)/;

/** @param {number} phrases */
function longList(phrases) {
  return `, ${phrases.toLocaleString("en")} phrases`;
}

/** @type {import("./run.mjs").Part} */
export async function rules({ rounds, seconds, phrases }) {
  await setUpPeer("zod");
  await buildWasmPackage("validator-wasm");
  const pkg = path.join(ROOT, "validator-wasm", "pkg");
  const browser = await chromium.launch({
    executablePath: await setUpChromium(),
    args: CHROMIUM_FLAGS,
  });
  const script = await bundle("rules", pkg);
  /** @type {[string, Engine][]} */
  const engines = [
    ["Node", await inNode(script)],
    ["Chromium", await inChromium(browser, script)],
  ];
  if (phrases > 0) {
    const list = manyPhrases(phrases);
    const long = await bundle("rules-long", await buildPackageWith(list), list);
    engines.push([`Node${longList(phrases)}`, await inNode(long)]);
    engines.push([`Chromium${longList(phrases)}`, await inChromium(browser, long)]);
  }

  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  let errors = 0;
  for (const [, engine] of engines) errors += await countDifferences(engine);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, engine] of engines) {
      await step(`${round}. rules in ${name}`, async () => {
        for (const [form, input] of Object.entries(ACCEPTED)) {
          for (const contender of CONTENDERS) {
            const checksPerSecond = await engine.measure(contender, input, seconds * 100);
            const what = `${name}, ${form}`;
            measurements.push({ what, contender, round, figures: { checksPerSecond } });
          }
        }
      });
    }
  }
  await browser.close();
  /** @type {Omit<import("./report.mjs").Line, "what">} */
  const line = { unit: "checks/s", figure: "checksPerSecond", peer: "zod" };
  const comparisons = engines.flatMap(([name], place) =>
    Object.keys(ACCEPTED).map((form) => {
      const what = `${name}, ${form}`;
      const essential = ESSENTIAL.test(what);
      if (place < 2) {
        return compareMeasurements(measurements, { ...line, what, aim: AIMS[form], essential });
      }
      // The cost must not grow with the list.
      return compareMeasurements(measurements, {
        ...{ ...line, what, essential },
        peer: OURS,
        peerWhat: `${engines[place - 2][0]}, ${form}`,
        peerName: `${readList("promotional-phrases").length} phrases`,
        aim: { least: 0.9 },
      });
    }),
  );
  const versions = { node: process.version, chromium: browser.version(), ...peerVersions("zod") };
  return { comparisons, versions, measurements, errors };
}

/**
 * Returns how many forms the contenders judge differently or wrongly.
 *
 * @param {Engine} engine
 */
async function countDifferences(engine) {
  let differences = 0;
  for (const form of [...Object.values(ACCEPTED), ...REFUSED]) {
    const [ours, theirs] = await Promise.all(
      CONTENDERS.map(async (contender) => JSON.stringify(await engine.validate(contender, form))),
    );
    const expected = REFUSED.includes(form) === (ours !== undefined);
    if (ours !== theirs || !expected) differences += 1;
  }
  return differences;
}
