/** One of the brothers, hanging in his saddle; the rope leaves at his chest, at (0, 0). */
export function Climber({ x, y, flip = false }: { x: number; y: number; flip?: boolean }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${flip ? -1 : 1} 1)`}>
      <g strokeLinecap="round" strokeLinejoin="round" fill="none">
        {/* Legs, braced against the trunk. */}
        <path
          d="M-1 18 16 22l8 13M0 20l15 10 3 14"
          stroke="var(--color-bark-800)"
          strokeWidth="7"
        />
        <path d="m22 36 7 1M16 45l7 1" stroke="var(--color-canopy-950)" strokeWidth="6" />
        {/* Back, and the arms on the rope. */}
        <path d="M-8-8Q-13 6-3 18" stroke="var(--color-storm-700)" strokeWidth="14" />
        <path d="M-8-8 1-18M-6-4 2-6" stroke="var(--color-storm-700)" strokeWidth="6" />
      </g>
      <path d="M-11 14 5 17l-1 7-14-4z" fill="var(--color-orange-600)" />
      <circle cx="-11" cy="-21" r="7" fill="#b98a66" />
      <path d="M-20-22a9.5 9.5 0 0 1 19 0l3 1.5-1 2.5h-21z" fill="var(--color-orange-500)" />
    </g>
  );
}
