import { crownPath } from "../../components/drawings/organic-path";

/** A brush pile, and those who live in it. */
export function BrushPile({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 480 232" strokeLinecap="round" className={className}>
      <path d={crownPath(240, 220, 210, 110, 17, 6)} fill="var(--color-canopy-900)" />
      <path d={crownPath(196, 196, 140, 84, 13, 8)} fill="var(--color-canopy-700)" />
      <path d={crownPath(170, 166, 74, 42, 9, 12)} fill="var(--color-canopy-500)" />
      <g fill="none" stroke="var(--color-bark-500)" strokeWidth="9">
        <path d="m40 216 170-74M452 226 276 116M96 128l230 104M330 92l-96 124" />
        <path d="m210 142 26-44M276 116l-6-46M96 128l-40-6M330 92l34-30" strokeWidth="6" />
      </g>
      {/* Nobody pays rent. */}
      <g fill="var(--color-lime-400)">
        <circle cx="150" cy="206" r="5" />
        <circle cx="170" cy="206" r="5" />
        <circle cx="304" cy="174" r="4" />
        <circle cx="320" cy="176" r="4" />
        <circle cx="248" cy="222" r="3.5" />
        <circle cx="261" cy="222" r="3.5" />
        <circle cx="372" cy="214" r="5" />
        <circle cx="391" cy="214" r="5" />
      </g>
      <g fill="var(--color-canopy-950)">
        <path d="M149 202h2v8h-2zM169 202h2v8h-2zM371 210h2v8h-2zM390 210h2v8h-2z" />
      </g>
    </svg>
  );
}
