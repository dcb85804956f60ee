import type { ReactNode } from "react";
import { SampleMark } from "../../components/sample-mark";
import { type PriceRange, priceGuide, shownRange } from "../../content/prices";

/** Feet per unit of the drawing. */
const FEET = 2;
/** The amount in dollars at the end of the bars. */
const END = 7000;

/** The prices of trees and stumps, drawn to scale in feet and dollars. `children` come before the price tables. */
export function PriceGuide({ children }: { children: ReactNode }) {
  const { heading, text, estimate, trees, stumps, pruning, cleanup, waysToPay } = priceGuide;
  const [first] = trees;
  return (
    <section id="prices" className="page -scroll-mt-5 py-band">
      <div className="grid grid-cols-1 items-end gap-x-14 gap-y-4 lg:grid-cols-2">
        <h2>
          {heading}
          {first && <SampleMark of={shownRange(first.open)} />}
        </h2>
        <p className="max-w-text text-lg">
          {text} {estimate}
        </p>
      </div>
      {children}
      <table className="mt-room-12 w-full table-fixed border-collapse text-left @max-large-text:[&_:is(th,td)]:block">
        <caption className="pb-3 text-left font-display font-extrabold text-lg tracking-tight">
          A tree, down and gone
        </caption>
        <thead>
          <tr className="border-bark-800 border-b-3 align-bottom text-sm">
            <th scope="col" className="@large-text:w-24 pr-3 pb-2 font-semibold sm:w-44">
              Height
            </th>
            <th scope="col" className="pr-3 pb-2 font-semibold">
              In an open yard
            </th>
            <th scope="col" className="pb-2 font-semibold">
              Over a roof, or out of a truck’s reach
            </th>
          </tr>
        </thead>
        <tbody>
          {trees.map(({ height, feet, open, tight }) => (
            <tr key={height} className="border-paper-200 border-b-2 align-bottom">
              <th scope="row" className="pr-3 font-semibold">
                <span className="flex items-end gap-2.5">
                  <Height feet={feet} />
                  <span className="py-room-3 max-sm:text-sm">{height}</span>
                </span>
              </th>
              <td className="py-room-3 pr-3">
                <Price range={open} tone="var(--color-canopy-500)" />
              </td>
              <td className="py-room-3">
                <Price range={tight} tone="var(--color-canopy-900)" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid-fit-15 mt-room-12 grid items-start gap-x-14 gap-y-room-10 print:columns-2">
        <ShortTable
          caption="A stump, ground"
          rows={stumps.map(({ size, range }) => [size, range])}
        />
        {pruning && <ShortTable caption="A crown, pruned" rows={[["By a climber", pruning]]} />}
        {cleanup && <ShortTable caption="A yard, cleaned up" rows={Object.entries(cleanup)} />}
      </div>
      {waysToPay && (
        <p className="mt-room-8">
          <strong>You pay</strong> when the yard is as you want it: {waysToPay}.
        </p>
      )}
    </section>
  );
}

function ShortTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly (readonly [size: string, range: PriceRange])[];
}) {
  return (
    <table className="w-full border-collapse break-inside-avoid text-left @max-large-text:[&_:is(th,td)]:block">
      <caption className="pb-3 text-left font-display font-extrabold text-lg tracking-tight">
        {caption}
      </caption>
      <tbody className="border-bark-800 border-t-3">
        {rows.map(([size, range]) => (
          <tr key={size} className="border-paper-200 border-b-2">
            <th scope="row" className="py-room-3 pr-3 font-semibold">
              {size}
            </th>
            <td className="py-room-3 @large-text:text-right font-bold [font-variant-numeric:tabular-nums]">
              {shownRange(range)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Height({ feet }: { feet: number }) {
  const height = feet / FEET;
  return (
    <svg
      aria-hidden="true"
      width="12"
      height={height + 2}
      viewBox={`0 -1 12 ${height + 2}`}
      fill="none"
      stroke="var(--color-bark-500)"
      strokeWidth="2"
      className="shrink-0"
    >
      <path d={`M0 0h12M6 0v${height}M0 ${height}h12`} />
    </svg>
  );
}

function Price({ range, tone }: { range: PriceRange; tone: string }) {
  const [from, to] = range;
  return (
    <>
      <span className="block font-bold [font-variant-numeric:tabular-nums] max-sm:text-sm sm:text-lg">
        {shownRange(range)}
      </span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${END} 300`}
        preserveAspectRatio="none"
        className="mt-1 block h-2 w-full"
      >
        <path d={`M0 150H${END}`} stroke="var(--color-paper-200)" strokeWidth="300" />
        <path d={`M${from} 150H${to}`} stroke={tone} strokeWidth="300" />
      </svg>
    </>
  );
}
