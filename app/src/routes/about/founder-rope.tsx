import { crownPath } from "../../components/drawings/organic-path";
import { foundersDrawing } from "./content";

/** One rope over a limb: one brother hangs on it, the other holds its end. For dark grounds. */
export function FounderRope({ className }: { className?: string }) {
  return (
    <svg role="img" aria-label={foundersDrawing} viewBox="790 250 310 660" className={className}>
      <path d="M770 910q40-28 160-32t190 32z" fill="var(--color-canopy-700)" />
      {/* The limb, which comes in from the right, and what grows on it. */}
      <g fill="var(--color-canopy-700)">
        <path d={crownPath(850, 262, 96, 54, 13, 8)} />
        <path d={crownPath(1040, 212, 150, 70, 15, 4)} />
        <path d={crownPath(1330, 180, 190, 78, 17, 6)} />
        <path d={crownPath(1620, 150, 170, 90, 15, 7)} />
      </g>
      <g fill="var(--color-canopy-500)">
        <path d={crownPath(836, 250, 58, 32, 9, 14)} />
        <path d={crownPath(1020, 192, 104, 44, 13, 12)} />
        <path d={crownPath(1300, 156, 130, 46, 13, 13)} />
      </g>
      <path
        d="M1900 150c-240 60-560 50-760 92-100 22-160 44-230 62-70 14-90 16-128 16 50 12 90 10 138-2 120-30 240-52 400-58 240-8 420-20 580-44z"
        fill="var(--color-bark-500)"
      />
      <path
        d="m906 308 1 151-4 64m-5-213c-22 250 22 414 83 492 25 62-31 86-45 88"
        fill="none"
        stroke="var(--color-lime-400)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <g transform="translate(900 566) scale(1.44)">
          <path d="m-3-46 1-14 7-14" stroke="#33524f" strokeWidth="6.5" />
          <circle cx="5" cy="-74" r="3.6" fill="#e0b48f" />
          <path d="m3-28 12-10 10 4" stroke="var(--color-bark-500)" strokeWidth="9.5" />
          <path d="m20-35 9 0q7 2 7 7h-16zM14-19l9 0q7 2 7 7h-16z" fill="var(--color-canopy-950)" />
          <path d="m-3-28 17-2 5 12" stroke="#a2815f" strokeWidth="9.5" />
          <path d="m-7-49 2-11" stroke="#e0b48f" strokeWidth="6" />
          <path
            d="M8.3-27C7-32 6-39 5-42.500q-2-6-6.500-8.500h-11q-5 6-4 9 4 3 5 6l3.500 13z"
            fill="var(--color-lime-400)"
          />
          <path d="M-8-29H8" stroke="var(--color-orange-600)" strokeWidth="3.4" />
          <circle cx="-5" cy="-60" r="6.6" fill="#e0b48f" />
          <path d="M-13-62c-.2-12 16.200-12 16 0z" fill="var(--color-orange-500)" />
          <path d="M-13-62H4.500" stroke="var(--color-orange-600)" strokeWidth="2.4" />
          <path d="M-10-46H4l13-4" stroke="#33524f" strokeWidth="7.5" />
          <circle cx="17" cy="-50" r="3.6" fill="#e0b48f" />
        </g>
        <g transform="translate(1010 884) scale(1.44)">
          <path d="m6-49-9-5-17-3" stroke="var(--color-canopy-500)" strokeWidth="6.5" />
          <circle cx="-20" cy="-57" r="3.6" fill="#b57a52" />
          <path d="M2-31-9-18l-6 12" stroke="var(--color-bark-500)" strokeWidth="9.5" />
          <path d="M-10-7h-9q-7 2-7 7h16zM14-7H5q-7 2-7 7h16z" fill="var(--color-canopy-950)" />
          <path d="M8-31 1-16 9-6" stroke="#a2815f" strokeWidth="9.5" />
          <path d="M10-52v-11" stroke="#b57a52" strokeWidth="6" />
          <path
            d="M13.400-26.600c.5-3 1.800-10.500 2.800-13.700q4-3 3.500-6l-4-7.700h-11q-5 4-5.500 8l-2.200 16z"
            fill="var(--color-lime-400)"
          />
          <circle cx="10" cy="-63" r="6.6" fill="#b57a52" />
          <path d="M2-65c-.2-12 16.200-12 16 0z" fill="var(--color-orange-500)" />
          <path d="M18-65H.5" stroke="var(--color-orange-600)" strokeWidth="2.4" />
          <path d="m13-49-14-1-14-3" stroke="var(--color-canopy-500)" strokeWidth="7.5" />
          <circle cx="-15" cy="-53" r="3.6" fill="#b57a52" />
        </g>
      </g>
    </svg>
  );
}
