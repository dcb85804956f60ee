import { crownPath } from "../../components/drawings/organic-path";

/** The top of the pine, cut and hanging on the rope, which is at the middle of the drawing. */
export function HangingPiece({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 260" className={className}>
      <g transform="rotate(9 100 60)">
        <path d="M94 78h12l7 164H87z" fill="var(--color-bark-500)" />
        <path d="M100 78h6l7 164h-13z" fill="var(--color-bark-800)" />
        <ellipse cx="100" cy="242" rx="13" ry="4" fill="var(--color-paper-200)" />
        <path
          d="M100 204l-40-28M102 186l38-28M100 150l-32-30"
          stroke="var(--color-bark-500)"
          strokeWidth="5"
        />
        <path d={crownPath(58, 164, 44, 26, 11, 15)} fill="var(--color-canopy-900)" />
        <path d={crownPath(142, 146, 44, 26, 11, 16)} fill="var(--color-canopy-900)" />
        <path d={crownPath(70, 112, 48, 30, 11, 17)} fill="var(--color-canopy-700)" />
        <path d={crownPath(124, 84, 48, 32, 11, 18)} fill="var(--color-canopy-700)" />
        <path d={crownPath(96, 52, 44, 34, 11, 19)} fill="var(--color-canopy-700)" />
        <path d={crownPath(88, 44, 28, 20, 9, 20)} fill="var(--color-canopy-500)" />
        <path d={crownPath(60, 104, 28, 16, 9, 21)} fill="var(--color-canopy-500)" />
      </g>
      <g fill="none" stroke="currentColor" strokeWidth="3.4">
        <path d="M100 0v178" />
        <path d="M84 178q14 10 28 2M83 186q14 10 29 2" />
      </g>
    </svg>
  );
}
