/**
 * What a person sees while a script works: one line a step, with its time. It goes to standard
 * error, so that standard output is left to results.
 */

const live = process.stderr.isTTY === true;

/** @param {string} line */
export function report(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Does one step and says how long it took. The step's answer, if it is a string, stands beside
 * the time ("unchanged", "40 passed").
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  /** @param {string} mark @param {string} [note] */
  const line = (mark, note) =>
    `  ${mark} ${name.padEnd(24)} ${seconds().padStart(8)}${note ? `   ${note}` : ""}`;
  const overwrite = live ? "\r\u001b[K" : "";

  if (!live) report(`  … ${name}`);
  const clock = live
    ? setInterval(() => process.stderr.write(`${overwrite}${line("…")}`), 200)
    : undefined;
  try {
    const answer = await work();
    clearInterval(clock);
    report(`${overwrite}${line("✓", typeof answer === "string" ? answer : undefined)}`);
    return answer;
  } catch (error) {
    clearInterval(clock);
    report(`${overwrite}${line("✗")}`);
    throw error;
  }
}
