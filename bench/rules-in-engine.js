/** The measured code in Node and in the browser's page: one bundle with both contenders. */
import * as ours from "validator-wasm";
import * as zod from "./peers/zod/rules.js";

const contenders = { ours, zod };

/** The checks between two readings of the clock, which has a resolution of 0.1 ms in browsers. */
const BATCH_MS = 5;

globalThis.rules = {
  /** Returns a form's rejection, if there is one. */
  validate: (contender, form) => contenders[contender].validate(form),

  /** Checks a form repeatedly; returns the checks per second. */
  measure(contender, form, milliseconds) {
    const { validate } = contenders[contender];
    const run = (checks) => {
      const started = performance.now();
      for (let done = 0; done < checks; done += 1) validate(form);
      return performance.now() - started;
    };
    // The warm-up also determines the size of a batch.
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
