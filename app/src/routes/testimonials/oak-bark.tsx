/** The bark of an old oak, as a background: upright plates between crooked fissures. */
export function OakBark() {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="100%"
      className="absolute inset-0 text-canopy-950 opacity-35"
    >
      <pattern id="review-bark" width="220" height="360" patternUnits="userSpaceOnUse">
        <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
          <path
            d="M20-10C8 40 34 70 22 120s10 70 0 120 10 80-2 130M78-10c12 60-12 90 0 150s-16 80-4 130 6 60 4 100M140-10c-14 50 10 80 0 130s14 80 2 130-12 70-2 120M196-10c10 50-8 80 2 130s-14 90-4 140 4 70 2 110"
            strokeWidth="7"
          />
          <path
            d="m22 120 56 22M74 270l-54-30M78 140l62-20M142 250l-68 20M140 120l58 0M194 260l-52-10M198 120l44 0M194 260l46-20M-22 120l44 0M-26 260l46-20"
            strokeWidth="4"
          />
          <path
            d="M48 20v58M50 180v44M48 300v40M108 40v50M112 180v46M106 300v44M168 30v54M170 160v60M168 290v50M208 30v40"
            strokeWidth="2.5"
          />
        </g>
      </pattern>
      <rect width="100%" height="100%" fill="url(#review-bark)" />
    </svg>
  );
}
