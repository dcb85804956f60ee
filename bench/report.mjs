/** What a benchmark compares: medians of the rounds, their ratio, and whether it reaches its aim. */
import { markdownTable } from "markdown-table";

/**
 * @typedef {object} Aim
 * @property {number} [least] of the ratio
 * @property {number} [most]
 *
 * @typedef {object} Comparison
 * @property {string} what with its unit
 * @property {number} ours
 * @property {string} peer
 * @property {number} theirs
 * @property {number} ratio ours ÷ theirs
 * @property {Aim} [aim]
 * @property {boolean} [met]
 */

/**
 * Compares the rounds' figures of this product with those of a peer.
 *
 * @param {{ what: string, ours: number[], peer: string, theirs: number[], aim?: Aim }} rounds
 * @returns {Comparison}
 */
export function compare({ what, peer, aim, ...rounds }) {
  const ours = median(rounds.ours);
  const theirs = median(rounds.theirs);
  const ratio = ours / theirs;
  const met = aim && ratio >= (aim.least ?? 0) && ratio <= (aim.most ?? Number.POSITIVE_INFINITY);
  return { what, ours, peer, theirs, ratio, aim, met };
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/**
 * All comparisons as a Markdown table.
 *
 * @param {Record<string, { comparisons: Comparison[] }>} parts
 */
export function table(parts) {
  const rows = Object.entries(parts).flatMap(([part, { comparisons }]) =>
    comparisons.map(({ what, ours, peer, theirs, ratio, aim, met }) => [
      `${part}, ${what}`,
      figure(ours),
      `${peer} ${figure(theirs)}`,
      `${ratio.toFixed(2)}x`,
      aim ? `${aim.most ? `≤ ${aim.most}` : `≥ ${aim.least}`}x ${met ? "met" : "missed"}` : "",
    ]),
  );
  const head = ["what", "ours", "against", "ratio", "aim"];
  return markdownTable([head, ...rows]);
}

/** Three digits, and more of whole numbers. @param {number} value */
function figure(value) {
  return value < 100
    ? String(Number(value.toPrecision(3)))
    : Math.round(value).toLocaleString("en");
}
