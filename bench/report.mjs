/** Compares measurements: the rounds' medians, their ratio, and whether it meets the aim. */
import { markdownTable } from "markdown-table";

/**
 * @typedef {object} Aim
 * @property {number} [least] of the ratio
 * @property {number} [most] of the ratio
 * @property {number} [mostOurs] of this product's own value, in its unit
 *
 * @typedef {object} Line of the table
 * @property {string} what was measured
 * @property {string} [label] in the table, if not `what`
 * @property {string} unit
 * @property {string} figure its name in the measurements
 * @property {string} peer the contender that this product is compared with
 * @property {string} [peerWhat] what was measured of the peer, if not the same
 * @property {string} [peerName] in the table
 * @property {Aim} [aim]
 * @property {boolean} [essential] whether the README shows it
 *
 * @typedef {object} Measurement
 * @property {string} what was measured
 * @property {string} contender
 * @property {number} round
 * @property {number} [seed]
 * @property {Record<string, number | undefined>} figures by their names
 *
 * @typedef {object} Comparison
 * @property {string} what
 * @property {string} unit
 * @property {number} ours
 * @property {string} peer
 * @property {number} theirs
 * @property {number} ratio ours ÷ theirs, round by round
 * @property {Aim} [aim]
 * @property {boolean} [met]
 * @property {boolean} [essential]
 */

/**
 * Compares the medians of this product's and a peer's measurements. The ratio is the median of the
 * rounds' ratios: both are measured side by side within a round, and a shared machine may be twice
 * as fast in the next round.
 *
 * @param {Measurement[]} measurements
 * @param {Line} line
 * @returns {Comparison}
 */
export function compareMeasurements(measurements, line) {
  const { what, label = what, unit, figure, aim, essential } = line;
  const { peer, peerWhat = what, peerName = peer } = line;
  /** Returns the value of each round. @param {string} contender @param {string} wanted */
  const byRound = (contender, wanted) =>
    new Map(
      measurements
        .filter((one) => one.contender === contender && one.what === wanted)
        .flatMap(({ round, figures: { [figure]: value } }) =>
          value === undefined ? [] : [[round, value]],
        ),
    );
  const our = byRound(OURS, what);
  const their = byRound(peer, peerWhat);
  const ours = medianOf([...our.values()]);
  const theirs = medianOf([...their.values()]);
  const ratio = medianOf(
    [...our].flatMap(([round, value]) => {
      const other = their.get(round);
      return other === undefined ? [] : [value / other];
    }),
  );
  const { least = 0, most = NO_LIMIT, mostOurs = NO_LIMIT } = aim ?? {};
  const met = aim && ratio >= least && ratio <= most && ours <= mostOurs;
  return { what: label, unit, ours, peer: peerName, theirs, ratio, aim, met, essential };
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** The name of this product in measurements. */
export const OURS = "ours";

/** @param {number[]} values */
export function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/**
 * Returns comparisons as a Markdown table.
 *
 * @param {Record<string, { comparisons: Comparison[] }>} parts
 */
export function table(parts, isShown = (/** @type {Comparison} */ _) => true) {
  const rows = Object.entries(parts).flatMap(([part, { comparisons }]) =>
    comparisons
      .filter(isShown)
      .map(({ what, unit, ours, peer, theirs, ratio, aim, met }) => [
        `${part}, ${what}`,
        `${shown(ours)} ${unit}`,
        `${peer} ${shown(theirs)}`,
        `${ratio.toFixed(2)}x`,
        aim ? shownAim(aim, unit) : "",
        aim ? (met ? "met" : "missed") : "",
      ]),
  );
  const head = ["what", "ours", "against", "ratio", "aim", ""];
  return markdownTable([head, ...rows]);
}

/** @param {Aim} aim @param {string} unit of the figure */
function shownAim({ least, most, mostOurs }, unit) {
  if (mostOurs) return `≤ ${mostOurs} ${unit}`;
  return least ? `≥ ${least}x` : `≤ ${most}x`;
}

/** Formats a number: three significant digits below 100, else an integer. @param {number} value */
function shown(value) {
  return value < 100
    ? String(Number(value.toPrecision(3)))
    : Math.round(value).toLocaleString("en");
}
