import { crownPath } from "../../components/drawings/organic-path";
import type { RemovalReason } from "./content";

const drawings: Record<RemovalReason["drawing"], { lines: string; thin: string }> = {
  dead: {
    lines:
      "M66 132c6-30 4-64 8-112M86 132c-4-26-4-60-12-112M73 62 46 34m8 8-4-22M75 50l24-26m-8 8 20 2M77 84l26-18",
    // The hollow, and fungi at the foot.
    thin: "M76 88c-8 8-8 28-1 36 8-8 8-28 1-36zM88 122c8-8 20-7 24 0zM64 126c-4-6-14-6-18 0zM92 108c6-6 14-5 17 0z",
  },
  leaning: {
    lines: `M38 132c14-30 34-58 62-84M58 132c10-26 26-52 48-78M128 132v-22l24-20 24 20v22`,
    // The plumb line, the angle, the soil that lifts, the crown above the roof.
    thin: `M46 132V18M46 52a82 82 0 0 1 38 14M12 132c8-14 20-16 30-8${crownPath(116, 40, 38, 26, 11, 4)}`,
  },
  split: {
    lines:
      "M66 132c4-16 4-30 2-46L44 34M88 132c-4-12-3-20-2-30l-12-12-16-34M86 102c22-4 44 6 62 24M84 86c26-6 54 4 74 28",
    // The crack, and what is left of the crown on both sides.
    thin: `M74 90l6 8-4 6 8 8-3 8${crownPath(46, 30, 32, 22, 11, 6)}${crownPath(158, 112, 26, 20, 9, 9)}`,
  },
};

/** A reason for a removal as a line drawing: what to look for. The words beside it say the same. */
export function ReasonDrawing({
  drawing,
  className,
}: {
  drawing: RemovalReason["drawing"];
  className?: string;
}) {
  const { lines, thin } = drawings[drawing];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 190 140"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d="M4 133h182" strokeWidth="1.5" opacity=".6" />
      <path d={lines} strokeWidth="3" />
      <path d={thin} strokeWidth="1.75" strokeDasharray="5 4" />
    </svg>
  );
}
