import { wireDistance } from "./content";

/** A torn line, and how far to stay from it, measured. */
export function TornWires({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 440 210"
      fill="none"
      strokeLinecap="round"
      className={className}
    >
      <path d="M0 168h440v42H0z" fill="var(--color-canopy-900)" />
      {/* The pole. */}
      <path d="M60 170V16M34 34h52" stroke="var(--color-bark-500)" strokeWidth="8" />
      <path d="M36 24v8M84 24v8" stroke="var(--color-paper-200)" strokeWidth="5" />
      <path d="M36 24Q10 44-20 50" stroke="var(--color-paper-200)" strokeWidth="2.5" />
      <path
        d="M84 24c26 30 14 70 22 102 4 18 2 30 16 38 10 5 20-4 30 2"
        stroke="var(--color-paper-200)"
        strokeWidth="2.5"
      />
      <path
        d="m160 166 12-12-4 10h14l-12 12"
        stroke="var(--color-lime-400)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      {/* Somebody who keeps away. */}
      <path d="M404 168l6-28 8 28" stroke="var(--color-canopy-200)" strokeWidth="7" />
      <path d="M410 138v-30" stroke="var(--color-orange-500)" strokeWidth="16" />
      <circle cx="410" cy="86" r="9" fill="#b98a66" />
      <path d="M400 84a10 10 0 0 1 20 0z" fill="var(--color-bark-800)" />
      {/* The distance. */}
      <path
        d="M166 188h238M166 180v16M404 180v16m-228-14-10 6 10 6m218-12 10 6-10 6"
        stroke="var(--color-lime-400)"
        strokeWidth="2"
      />
      <text
        x="285"
        y="150"
        fill="var(--color-lime-400)"
        fontSize="34"
        textAnchor="middle"
        className="figures"
      >
        {wireDistance}
      </text>
    </svg>
  );
}
