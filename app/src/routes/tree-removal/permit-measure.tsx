import { crownPath } from "../../components/drawings/organic-path";

/** Units of the drawing for one foot. */
const FOOT = 60;
const GROUND = 452;
const CENTRE = 170;
/** Where a trunk's diameter is taken, and the diameter from which a permit is needed. */
const BREAST = GROUND - 4.5 * FOOT;
const HALF = (0.5 * FOOT) / 2;

/** Where and how a trunk is measured for the permit, to scale beside a climber of six feet. */
export function PermitMeasure({
  across,
  height,
  className,
}: {
  across: string;
  height: string;
  className?: string;
}) {
  return (
    <svg
      role="img"
      aria-label={`A young tree beside a climber. A line at ${height} from the ground measures its trunk: ${across}.`}
      viewBox="0 -46 500 501"
      className={className}
    >
      {/* The tree: thinner than most people think. */}
      <path
        d={`M${CENTRE - HALF + 3} 20h${2 * HALF - 6}l3 ${BREAST - 20}v${GROUND - BREAST - 14}l12 14H${CENTRE - HALF - 12}l12-14v${BREAST - GROUND + 14}z`}
        fill="var(--color-bark-500)"
      />
      <path
        d={`M${CENTRE + 2} 20h${HALF - 5}l3 ${BREAST - 20}v${GROUND - BREAST - 14}l12 14H${CENTRE + 4}z`}
        fill="var(--color-bark-800)"
      />
      <path d={crownPath(CENTRE + 6, 40, 128, 74, 15, 3)} fill="var(--color-canopy-700)" />
      <path d={crownPath(CENTRE - 24, 26, 84, 44, 13, 4)} fill="var(--color-canopy-500)" />

      {/* The climber, six feet with his helmet. */}
      <g transform={`translate(424 ${GROUND - 6 * FOOT})`}>
        <path d="M-24 174h48l-4 178h-20l-1-102-3 102h-20z" fill="var(--color-bark-800)" />
        <path d="M-34 76c4-16 64-16 68 0l-6 108h-56z" fill="var(--color-canopy-700)" />
        <path
          d="M-34 78q-22 44-40 60M34 78q12 50 8 96"
          fill="none"
          stroke="var(--color-canopy-700)"
          strokeWidth="18"
          strokeLinecap="round"
        />
        <path d="M-29 168h58l-1 14h-56z" fill="var(--color-orange-600)" />
        <circle cy="42" r="22" fill="#b98a66" />
        <path d="M-25 34a25 27 0 0 1 50 0l8 4v5h-66z" fill="var(--color-orange-500)" />
        <path d="M-30 360v-12h28v12zM2 360v-12h28v12z" fill="var(--color-canopy-950)" />
      </g>

      <path d={`M0 ${GROUND}h500`} stroke="var(--color-bark-800)" strokeWidth="3" />
      <g stroke="currentColor" strokeWidth="2.5" fill="none">
        <path d={`M52 ${BREAST}h22M52 ${GROUND}h22M63 ${BREAST}V${GROUND}`} />
        <path d={`M74 ${BREAST}H${CENTRE - HALF}`} strokeDasharray="6 6" />
        <path
          d={`M${CENTRE - HALF} ${BREAST - 12}v24M${CENTRE + HALF} ${BREAST - 12}v24M${CENTRE - HALF} ${BREAST}h${2 * HALF}`}
          stroke="var(--color-lime-400)"
          strokeWidth="4"
        />
        <path d={`M${CENTRE + HALF} ${BREAST}h22`} />
      </g>
      <g fill="currentColor" className="figures" fontSize="24">
        <text x={CENTRE + HALF + 28} y={BREAST + 8}>
          {across}
        </text>
        <text transform={`translate(44 ${(BREAST + GROUND) / 2}) rotate(-90)`} textAnchor="middle">
          {height}
        </text>
      </g>
    </svg>
  );
}
