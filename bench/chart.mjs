/** Draws the comparisons that have an aim: how many times better than the peer, on a log scale. */
import { shown, shownAim } from "./report.mjs";

/** @typedef {import("./report.mjs").Comparison} Comparison */

const WIDTH = 990;
const ROW = 18;
const TOP = 56;

/** The bars' horizontal range; labels are on the left, figures on the right. */
const BARS = { left: 395, right: 685 };

/** Light and dark colors; a missed aim is also hollow. */
const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #1f2a1f }
.head { font-weight: 600 }
.title { font-size: 15px; font-weight: 600 }
.end { text-anchor: end }
.middle { text-anchor: middle }
.quiet { fill: #5c665c }
.grid { stroke: #d5dad2 }
.one { stroke: #1f2a1f; stroke-width: 1.5 }
.met { fill: #2f7d3b }
.missed { fill: none; stroke: #b3541e; stroke-width: 1.5; stroke-dasharray: 4 2 }
.aim { stroke: #1f2a1f; stroke-width: 2.5 }
.paper { fill: #fff }
@media (prefers-color-scheme: dark) {
  text { fill: #e8ece6 }
  .quiet { fill: #a4ada1 }
  .grid { stroke: #3a423a }
  .one, .aim { stroke: #e8ece6 }
  .met { fill: #5fb56c }
  .missed { stroke: #f0955c }
  .paper { fill: #0f1510 }
}`;

/**
 * Draws an SVG.
 *
 * @param {Record<string, { comparisons: Comparison[] }>} parts
 * @param {string} subtitle the date and the machine
 */
export function drawChart(parts, subtitle) {
  const groups = Object.entries(parts).map(([part, { comparisons }]) => ({
    part,
    rows: comparisons.filter(({ aim, ratio }) => aim && ratio > 0),
  }));
  const rows = groups.flatMap((group) => group.rows);
  const scale = scaleOf(rows.flatMap((row) => [advantage(row), aimedAdvantage(row)]));
  const title = "How many times better than what it is measured against";
  const met = rows.filter((row) => row.met).length;
  const about = `${met} of ${rows.length} aims are met. ${rows.map(describeRow).join(". ")}.`;

  let y = TOP;
  const body = [];
  for (const { part, rows } of groups.filter((group) => group.rows.length > 0)) {
    y += ROW * 1.4;
    body.push(`<text class="head" x="12" y="${y}">${escaped(part)}</text>`);
    for (const row of rows) {
      y += ROW;
      body.push(drawRow(row, scale, y));
    }
  }
  const height = y + 2 * ROW;
  const grid = scale.ticks.map((tick) => {
    const x = scale.at(tick);
    return `<line class="${tick === 1 ? "one" : "grid"}" x1="${x}" x2="${x}" y1="${TOP + 6}" y2="${height - ROW}"/>
<text class="middle quiet" x="${x}" y="${TOP}">${tick}x</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title about">
<title id="title">${title}</title>
<desc id="about">${escaped(about)}</desc>
<style>${STYLE}
</style>
<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>
<text class="title" x="12" y="22">${title}</text>
<text class="quiet" x="12" y="39">${escaped(subtitle)}</text>
<text class="quiet end" x="${WIDTH - 12}" y="22">solid: the aim is met; hollow: it is missed; |: the aim</text>
${grid.join("\n")}
${body.join("\n")}
</svg>
`;
}

/**
 * @param {Comparison} row
 * @param {ReturnType<typeof scaleOf>} scale
 * @param {number} y
 */
function drawRow(row, scale, y) {
  const { what, ours, unit, peer, aim, met } = row;
  const ends = [scale.at(1), scale.at(advantage(row))];
  const x = Math.min(...ends);
  const width = Math.max(Math.abs(ends[1] - ends[0]), 1);
  const aimed = scale.at(aimedAdvantage(row));
  const wanted = aim?.mostOurs ? shownAim(aim, unit) : `${Number(aimedAdvantage(row).toFixed(2))}x`;
  const figures = `${advantage(row).toFixed(2)}x (${shown(ours)} ${unit})`;
  return `<text class="end" x="${BARS.left - 10}" y="${y}">${escaped(`${what} (${peer})`)}</text>
<rect class="${met ? "met" : "missed"}" x="${x}" y="${y - 9}" width="${width.toFixed(1)}" height="10"/>
<line class="aim" x1="${aimed}" x2="${aimed}" y1="${y - 12}" y2="${y + 4}"/>
<text x="${BARS.right + 14}" y="${y}">${escaped(`${figures}, aim ${wanted}: ${met ? "met" : "missed"}`)}</text>`;
}

/** Returns how many times better than the peer. @param {Comparison} comparison */
function advantage({ ratio, better }) {
  return better === "less" ? 1 / ratio : ratio;
}

/** Returns the smallest {@link advantage} that meets the aim. @param {Comparison} comparison */
function aimedAdvantage({ aim, theirs }) {
  const { least, most, mostOurs } = aim ?? {};
  if (mostOurs) return theirs / mostOurs;
  return least ?? 1 / (most ?? 1);
}

/**
 * Returns a log scale with ticks at 1, 3, 10, and so on.
 *
 * @param {number[]} values
 */
function scaleOf(values) {
  // Half powers of ten.
  const first = Math.floor(2 * Math.log10(Math.min(1, ...values)));
  const last = Math.max(Math.ceil(2 * Math.log10(Math.max(1, ...values))), first + 1);
  const width = (BARS.right - BARS.left) / (last - first);
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, place) =>
      Number((10 ** ((first + place) / 2)).toPrecision(1)),
    ),
    /** @param {number} value */
    at: (value) => Number((BARS.left + (2 * Math.log10(value) - first) * width).toFixed(1)),
  };
}

/** @param {Comparison} comparison */
function describeRow({ what, ours, unit, peer, theirs, met }) {
  return `${what}: ${shown(ours)} against ${shown(theirs)} ${unit} of ${peer}, ${met ? "met" : "missed"}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
