import { useId } from "react";
import { bestRating } from "../content/statistics";

const STAR = "m12 1.8 3.1 6.6 7.1.9-5.2 5 1.3 7.2L12 18l-6.3 3.5L7 14.3l-5.2-5 7.1-.9z";
const STARS = Array.from({ length: bestRating }, (_, index) => index * 24);

/** Five stars, filled as far as the rating goes. They take the text's colour and its size. */
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
        {STARS.map((x) => (
          <path key={x} d={STAR} transform={`translate(${x})`} />
        ))}
        <g clipPath={`url(#${id})`} fill="currentColor">
          {STARS.map((x) => (
            <path key={x} d={STAR} transform={`translate(${x})`} />
          ))}
        </g>
      </g>
    </svg>
  );
}
