const TEETH = Array.from({ length: 12 }, (_, tooth) => tooth * 30);

/** The grinder's wheel, its carbide teeth bolted around it. For dark grounds. */
export function GrinderWheel({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="-262 -262 524 524" className={className}>
      {TEETH.map((angle) => (
        <g key={angle} transform={`rotate(${angle})`}>
          <path d="M-22-196l6-42 30-8 10 50z" fill="var(--color-storm-700)" />
          <path d="M-16-238l30-8-3-18-22 10z" fill="var(--color-paper-200)" />
          <circle cy="-184" r="7" fill="var(--color-canopy-950)" />
        </g>
      ))}
      <circle r="204" fill="var(--color-storm-700)" />
      <path d="M-204 0A204 204 0 0 1 0-204V0z" fill="var(--color-canopy-200)" opacity=".12" />
      {TEETH.map((angle) => (
        <circle
          key={angle}
          cy="-180"
          r="8"
          transform={`rotate(${angle})`}
          fill="var(--color-canopy-950)"
        />
      ))}
      <circle
        r="146"
        fill="none"
        stroke="var(--color-canopy-950)"
        strokeWidth="3"
        strokeDasharray="70 22"
      />
      <circle r="74" fill="var(--color-canopy-950)" />
      <circle r="52" fill="var(--color-bark-500)" />
      <path d="M-26-15 0-30l26 15v30L0 30l-26-15z" fill="var(--color-canopy-950)" />
    </svg>
  );
}
