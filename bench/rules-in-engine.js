/** What is measured within Node and within the browser's page: one bundle with both contenders. */
import * as ours from "validator-wasm";
import * as zod from "./peers/zod/rules.js";

const contenders = { ours, zod };

/** Checks are counted between two looks at the clock, which a browser gives in steps of 0.1 ms. */
const BATCH_MS = 5;

globalThis.rules = {
  /** The rejection of a form, if there is one. */
  validate: (contender, form) => contenders[contender].validate(form),

  /** Checks a form over and over. Answers checks a second. */
  measure(contender, form, milliseconds) {
    const { validate } = contenders[contender];
    const run = (checks) => {
      const started = performance.now();
      for (let done = 0; done < checks; done += 1) validate(form);
      return performance.now() - started;
    };
    // The warm-up also finds out how many checks are a batch.
    let batch = 1;
    const warm = performance.now() + milliseconds / 2;
    while (run(batch) < BATCH_MS) batch *= 2;
    while (performance.now() < warm) run(batch);
    let checks = 0;
    let elapsed = 0;
    for (; elapsed < milliseconds; checks += batch) elapsed += run(batch);
    return checks / (elapsed / 1000);
  },
};
