import { crownPath } from "../../components/drawings/organic-path";

/** Units of the drawing for one foot. */
const FOOT = 11;
const GROUND = 420;
const RIDGE = GROUND - 17 * FOOT;

/** What trimming keeps free: ten feet between the roof and the lowest limb, to scale. */
export function RoofClearance({ className }: { className?: string }) {
  return (
    <svg
      role="img"
      aria-label="A house under the limb of an oak, with ten feet of air between the ridge and the leaves."
      viewBox="-52 -44 692 466"
      className={className}
    >
      {/* The house. */}
      <path d={`M250 ${GROUND - 100}h330V${GROUND}H250z`} fill="var(--color-paper-0)" />
      <path d={`M470 ${GROUND - 100}h110V${GROUND}H470z`} fill="var(--color-paper-100)" />
      <path
        d={`M224 ${GROUND - 94}L300 ${RIDGE}h232l76 ${GROUND - 94 - RIDGE}z`}
        fill="var(--color-storm-700)"
      />
      <path
        d={`M286 ${GROUND - 72}h52v46h-52zM496 ${GROUND - 72}h52v46h-52z`}
        fill="var(--color-canopy-900)"
      />
      <path d={`M388 ${GROUND - 78}h44V${GROUND}h-44z`} fill="var(--color-canopy-700)" />
      <path d={`M470 ${RIDGE}v-22h30v22z`} fill="var(--color-bark-500)" />

      {/* The oak, its limb over the roof. */}
      <path
        d={`M58 ${GROUND}c14-70 14-150 8-230L40 90l18-8 34 82c60-56 130-82 250-90l2 16c-110 12-176 44-226 104-6 90-2 160 14 226z`}
        fill="var(--color-bark-500)"
      />
      <path
        d={`M96 ${GROUND}c-4-70-6-130 2-196 50-70 120-108 246-118v-16l2 20c-110 12-176 44-226 104-6 90-2 140 14 206z`}
        fill="var(--color-bark-800)"
      />
      <path d={crownPath(110, 62, 150, 76, 15, 12)} fill="var(--color-canopy-900)" />
      <path d={crownPath(372, 62, 136, 56, 15, 13)} fill="var(--color-canopy-700)" />
      <path d={crownPath(348, 50, 90, 32, 13, 14)} fill="var(--color-canopy-500)" />
      <path d={crownPath(86, 46, 96, 46, 13, 15)} fill="var(--color-canopy-700)" />

      <g stroke="var(--color-bark-800)" strokeWidth="2.5">
        <path
          d={`M404 ${RIDGE - 10 * FOOT}h28M404 ${RIDGE}h28M418 ${RIDGE - 10 * FOOT}v${10 * FOOT}`}
        />
      </g>
      <text
        x="434"
        y={RIDGE - 5 * FOOT + 12}
        className="figures"
        fontSize="34"
        fill="var(--color-bark-800)"
      >
        10 ft
      </text>
      <path d={`M-52 ${GROUND}h692`} stroke="var(--color-bark-800)" strokeWidth="3" />
    </svg>
  );
}
