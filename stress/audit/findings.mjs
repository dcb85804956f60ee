/** The findings of the stress tests: a line each, with what is required of it. */
import { markdownTable } from "markdown-table";

/**
 * @typedef {object} Finding
 * @property {string} what
 * @property {string} many of how many
 * @property {string} result
 * @property {string} required
 * @property {boolean} held whether the result is as required
 */

/**
 * A count that must equal what is required, 0 as a rule.
 *
 * @param {string} what
 * @param {number} many
 * @param {number} result
 * @param {number} [required]
 * @returns {Finding}
 */
export function exactly(what, many, result, required = 0) {
  const held = result === required;
  return { what, many: number(many), result: number(result), required: number(required), held };
}

/**
 * Something that must stay below a limit.
 *
 * @param {string} what
 * @param {number} many
 * @param {number} result
 * @param {number} limit
 * @param {string} unit
 * @returns {Finding}
 */
export function below(what, many, result, limit, unit) {
  return {
    what,
    many: number(many),
    result: `${number(result)} ${unit}`,
    required: `< ${number(limit)} ${unit}`,
    // Not a number is not below.
    held: result < limit,
  };
}

/**
 * A count that may be at most what is required.
 *
 * @param {string} what
 * @param {number} many
 * @param {number} result
 * @param {number} limit
 * @returns {Finding}
 */
export function atMost(what, many, result, limit) {
  const held = result <= limit;
  return { what, many: number(many), result: number(result), required: `≤ ${number(limit)}`, held };
}

/**
 * Something worth knowing of which nothing is required.
 *
 * @param {string} what
 * @param {number} many
 * @param {number | string} result
 * @returns {Finding}
 */
export function told(what, many, result) {
  const shown = typeof result === "number" ? number(result) : result;
  return { what, many: number(many), result: shown, required: "–", held: true };
}

/** @param {number} value */
function number(value) {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

/**
 * The findings of all parts, side by side.
 *
 * @param {Map<string, Finding[]>} findings by part
 */
export function table(findings) {
  const rows = [...findings].flatMap(([part, list]) =>
    list.map(({ what, many, result, required, held }) => [
      held ? "✓" : "✗",
      part,
      what,
      many,
      result,
      required,
    ]),
  );
  rows.unshift(["", "part", "what", "how many", "result", "required"]);
  return markdownTable(rows, { align: ["", "", "", "r", "r", "r"] });
}

/**
 * The value below which a share of the values lies.
 *
 * @param {number[]} values
 * @param {number} share
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
