import { crownPath } from "../../components/drawings/organic-path";

/** The rule of the page as a drawing: a crown, and the quarter of it that may go in a year. */
export function CrownQuarter({ className }: { className?: string }) {
  return (
    <svg
      role="img"
      aria-label="A tree with a quarter of its crown drawn in outline only: the most that may go in a year."
      viewBox="0 0 620 560"
      className={className}
    >
      <clipPath id="crown-kept">
        <path d="M0 0h310v240h310v320H0z" />
      </clipPath>
      <g clipPath="url(#crown-kept)">
        <path
          d="M262 560c22-60 26-110 20-176L176 262l16-16 108 84 6-110h22l4 96 92-72 14 14-104 108c-6 74 2 130 30 194z"
          fill="var(--color-bark-500)"
        />
        <path
          d="M320 560c-6-90-4-150 4-180l8-64 92-72 14 14-104 108c-6 74 2 130 30 194z"
          fill="var(--color-bark-800)"
        />
      </g>
      <g clipPath="url(#crown-kept)">
        <path d={crownPath(310, 240, 286, 206, 19, 3)} fill="var(--color-canopy-700)" />
        <path d={crownPath(254, 196, 200, 140, 15, 4)} fill="var(--color-canopy-500)" />
        <path d={crownPath(214, 162, 110, 70, 11, 5)} fill="var(--color-canopy-200)" opacity=".3" />
      </g>
      {/* Undergrowth in the ground's own colour: the trunk stands behind it. */}
      <path
        d={`${crownPath(236, 566, 80, 34, 11, 6)}${crownPath(372, 568, 90, 40, 11, 7)}`}
        fill="var(--color-canopy-900)"
      />
      <g fill="none" stroke="var(--color-lime-400)" strokeWidth="3" strokeDasharray="10 8">
        <clipPath id="crown-gone">
          <path d="M310 0h310v240H310z" />
        </clipPath>
        <path d={crownPath(310, 240, 286, 206, 19, 3)} clipPath="url(#crown-gone)" />
        <path d="M310 36v204h276" />
      </g>
      <text
        x="436"
        y="186"
        textAnchor="middle"
        className="figures"
        fontSize="112"
        fill="var(--color-lime-400)"
      >
        1/4
      </text>
    </svg>
  );
}
