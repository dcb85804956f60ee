import { useId } from "react";

/** Slanted rain over a dark background, in the text color. */
export function StormRain({ className }: { className?: string }) {
  const pattern = useId();
  return (
    <svg aria-hidden="true" width="100%" height="100%" className={className}>
      <pattern
        id={pattern}
        width="150"
        height="130"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(16)"
      >
        <path
          d="M12 4v36M54 58v26M98 22v44M132 92v30M34 104v18M76 0v14"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
    </svg>
  );
}
