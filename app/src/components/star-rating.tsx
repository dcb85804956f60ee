import { useId } from "react";
import { bestRating } from "../content/testimonials";

/** The path of a star from its tip, and the move to the tip of the next star. */
const STAR = "l3.1 6.6 7.1.9-5.2 5 1.3 7.2-6.3-3.5-6.3 3.5 1.3-7.2-5.2-5 7.1-.9zm24 0";
const STARS = `M12 1.8${STAR.repeat(bestRating)}`;

/** Five stars, filled according to the rating. They inherit the text's color and size. */
export function StarRating({ rating, className }: { rating: number; className?: string }) {
  const id = useId();
  return (
    <svg
      role="img"
      aria-label={`${rating} out of ${bestRating} stars`}
      viewBox={`0 0 ${24 * bestRating} 24`}
      height="1.25em"
      className={className}
    >
      <clipPath id={id}>
        <path d={`M0 0h${24 * rating}v24H0z`} />
      </clipPath>
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
        <path d={STARS} />
        <path d={STARS} clipPath={`url(#${id})`} fill="currentColor" />
      </g>
    </svg>
  );
}
