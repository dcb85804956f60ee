/** One tier of needles: short to windward, long and ragged to leeward. */
const BOUGH =
  "M-26 2-40-5-24-10-30-20-8-18 2-31 14-21 34-31 37-19 64-26 55-13 92-12 70-4 86 8 55 6 62 17 36 10 29 21 14 10 0 17-8 7Z";

const TIERS = [
  { share: 0.56, size: 0.8 },
  { share: 0.68, size: 1.15 },
  { share: 0.8, size: 1.2 },
  { share: 0.9, size: 0.95 },
  { share: 0.98, size: 0.6 },
];

/** A loblolly in the wind: a bare trunk, its boughs blown to the right. */
function BentPine({ x, height, bend }: { x: number; height: number; bend: number }) {
  const top = 460 - height;
  const knee = top + height * 0.45;
  return (
    <>
      <path
        d={`M${x - 8} 464Q${x - 5} ${knee} ${x + bend} ${top}Q${x + 8} ${knee} ${x + 8} 464Z`}
      />
      {TIERS.map(({ share, size }) => (
        <use
          key={share}
          href="#storm-bough"
          transform={`translate(${Math.round(x + bend * share * share)} ${Math.round(460 - height * share)}) scale(${((size * height) / 330).toFixed(2)}) rotate(6)`}
        />
      ))}
    </>
  );
}

/** Pines against a storm, before the section that they grow out of. */
export function StormPines({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 640 460"
      preserveAspectRatio="xMaxYMax meet"
      className={className}
    >
      <defs>
        <path id="storm-bough" d={BOUGH} />
      </defs>
      <g fill="var(--color-canopy-900)" opacity=".5">
        <BentPine x={70} height={210} bend={30} />
        <BentPine x={416} height={330} bend={50} />
      </g>
      <g fill="var(--color-canopy-950)">
        <BentPine x={164} height={310} bend={52} />
        <BentPine x={290} height={440} bend={78} />
        <BentPine x={510} height={250} bend={40} />
      </g>
    </svg>
  );
}
