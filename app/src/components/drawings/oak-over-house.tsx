import { Climber } from "./climber";
import { crownPath } from "./organic-path";

/**
 * What hangs below the hero's crown: the trunk, a house under it, a limb on its way down, and the
 * brother who lowers it. The crown itself is the section above.
 */
export function OakOverHouse({ className }: { className?: string }) {
  return (
    <svg
      role="img"
      aria-label="A house close under a great oak. A climber in an orange helmet hangs in his rope beside the trunk and lowers a limb past the roof."
      viewBox="0 0 800 360"
      className={className}
    >
      {/* Ground, and the long shadow of the house. */}
      <path
        d="M-1600 336q900-2 1600-6 200-14 400-10t400 6q700 4 1600 6v28h-4000z"
        fill="var(--color-paper-200)"
      />
      <path d="M150 326h300l120 20H210z" fill="var(--color-bark-500)" opacity=".25" />

      {/* The house: gable, lit wall, shaded wall. */}
      <path d="M120 216h130v112H120z" fill="var(--color-paper-0)" />
      <path d="M250 216h150v112H250z" fill="var(--color-paper-200)" />
      <path d="M120 216 185 150l65 66z" fill="var(--color-paper-0)" />
      <path d="m185 150 65 66h158l-52-66z" fill="var(--color-bark-800)" />
      <path d="m185 150-75 76 8 8 67-68 67 68 8-8z" fill="var(--color-bark-500)" />
      <path d="M300 128h22v40h-22z" fill="var(--color-bark-500)" />
      <path d="M166 262h38v66h-38z" fill="var(--color-canopy-700)" />
      <circle cx="197" cy="296" r="2.5" fill="var(--color-lime-400)" />
      <path d="M276 244h40v44h-40zM336 244h40v44h-40z" fill="var(--color-canopy-950)" />
      <path
        d="M296 244v44M276 266h40M356 244v44M336 266h40"
        stroke="var(--color-paper-50)"
        strokeWidth="3"
      />
      <path d="M174 190a11 11 0 0 1 22 0v14h-22z" fill="var(--color-canopy-950)" />

      {/* The azaleas. */}
      <path d={crownPath(262, 326, 26, 14, 8, 3)} fill="var(--color-canopy-700)" />
      <path d={crownPath(304, 328, 34, 17, 9, 4)} fill="var(--color-canopy-500)" />
      <path d={crownPath(368, 328, 38, 15, 9, 9)} fill="var(--color-canopy-700)" />
      <g fill="var(--color-orange-500)">
        <circle cx="292" cy="320" r="3" />
        <circle cx="305" cy="326" r="3" />
        <circle cx="318" cy="319" r="3" />
        <circle cx="355" cy="322" r="3" />
        <circle cx="372" cy="328" r="3" />
        <circle cx="384" cy="321" r="3" />
        <circle cx="259" cy="322" r="3" />
      </g>

      {/* The oak's trunk, forking into the crown; one flank in shade. */}
      <path
        d="M560 334c10-60 8-110-6-160-10-34-46-60-82-84-24-16-50-40-66-90h46c18 44 44 62 70 78 16 10 30 22 40 36 6-40 2-76-12-114h58c14 34 18 64 14 100 14-40 30-66 64-100h56c-44 44-78 84-92 136-14 50-8 130 8 198-34-14-66-14-98 0z"
        fill="var(--color-bark-800)"
      />
      <path
        d="M560 334c10-60 8-110-6-160-10-34-46-60-82-84-24-16-50-40-66-90h16c18 46 44 66 68 82 36 24 66 44 78 84 16 52 16 106 8 160z"
        fill="var(--color-bark-500)"
      />
      <path
        d="M560 334q50-22 98 0l70 12q-80 10-170 0z"
        fill="var(--color-bark-500)"
        opacity=".25"
      />

      {/* The rope over a fork, down to the cut limb in its knot. */}
      <g fill="none" stroke="var(--color-bark-500)" strokeWidth="3">
        <path d="m500 58-30 132M500 58l48 150" />
        <path d="M470 189c-9 3-9 12 0 13s9 11 0 12-9-11 0-12 9-10 0-13z" />
      </g>
      <g transform="rotate(-10 470 222)">
        <path d="M428 216h78v14h-78z" fill="var(--color-bark-800)" />
        <path d="M422 216h8v14h-8z" fill="var(--color-paper-200)" />
        <path d={crownPath(518, 222, 30, 22, 10, 21)} fill="var(--color-canopy-700)" />
        <path d={crownPath(512, 216, 19, 13, 8, 22)} fill="var(--color-canopy-500)" />
      </g>

      {/* The climber, braced against the trunk, on his own line. */}
      <path
        d="M676-20v216c0 10-5 12-5 24"
        stroke="var(--color-orange-500)"
        strokeWidth="3"
        fill="none"
      />
      <Climber x={676} y={150} flip />
    </svg>
  );
}
