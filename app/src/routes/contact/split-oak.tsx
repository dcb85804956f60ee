import { crownPath } from "../../components/drawings/organic-path";

/** An oak split by a storm, half of it on a roof. For dark grounds. */
export function SplitOak({ className }: { className?: string }) {
  return (
    <svg
      role="img"
      aria-label="A storm has split an oak. One half lies across the roof of a house, the other still stands."
      viewBox="0 0 520 320"
      className={className}
    >
      <path d="M0 296q140-10 260-6t260 4v26H0z" fill="var(--color-canopy-900)" />
      {/* The house, one window lit. */}
      <path d="M56 196h200v100H56z" fill="var(--color-storm-700)" />
      <path d="m36 204 120-88 120 88z" fill="var(--color-bark-800)" />
      <path d="m156 116 120 88h-26l-104-78z" fill="var(--color-bark-500)" />
      <path d="M92 222h44v44H92z" fill="var(--color-lime-400)" />
      <path d="M114 222v44M92 244h44" stroke="var(--color-storm-700)" strokeWidth="4" />
      <path d="M182 228h40v68h-40z" fill="var(--color-canopy-950)" />

      {/* The half that still stands. */}
      <path d={crownPath(430, 84, 82, 62, 13, 5)} fill="var(--color-canopy-700)" />
      <path d={crownPath(418, 70, 56, 40, 11, 6)} fill="var(--color-canopy-500)" />
      <path
        d="M384 298c6-50 8-80 6-116l18-44 14 10 12-46h14l-6 70c-4 44 0 84 10 126-24-8-46-8-68 0z"
        fill="var(--color-bark-500)"
      />
      {/* The wound. */}
      <path
        d="m390 182 18-44 6 6-6 24 8-4-14 40 4 2-16 44c2-26 2-44 0-68z"
        fill="var(--color-paper-200)"
      />

      {/* The half on the roof. */}
      <path d="m398 196-16-26-120-52-52-6-4 14 50 10 112 56 16 24z" fill="var(--color-bark-500)" />
      <path d={crownPath(196, 102, 78, 48, 13, 8)} fill="var(--color-canopy-700)" />
      <path d={crownPath(184, 88, 52, 30, 11, 12)} fill="var(--color-canopy-500)" />
      <path d="m262 118-26-4-34 6" stroke="var(--color-bark-500)" strokeWidth="5" fill="none" />

      <g stroke="var(--color-canopy-200)" strokeWidth="2" strokeLinecap="round" opacity=".45">
        <path d="m30 40-10 26M84 18 74 44M132 44l-8 20M300 26l-10 26M340 70l-10 26M318 150l-8 20M26 130l-8 22M502 190l-8 22M290 210l-10 26M350 236l-10 26" />
      </g>
    </svg>
  );
}
