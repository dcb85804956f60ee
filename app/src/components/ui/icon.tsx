import { LineDrawing } from "./line-drawing";

const drawings = {
  phone:
    "M6.2 3.5h3l1.6 4.3-2 1.6a13 13 0 0 0 5.8 5.8l1.6-2 4.3 1.6v3c0 1.2-1 2.2-2.2 2.1A16.6 16.6 0 0 1 4.1 5.7c-.1-1.2.9-2.2 2.1-2.2Z",
  menu: "M3.5 6.5h17M3.5 12h17M3.5 17.5h11",
  close: "m5.5 5.5 13 13m0-13-13 13",
  down: "m6 9.5 6 6 6-6",
  away: "M8 16 17 7M9.5 7H17v7.5",
} as const;

/** An icon, drawn in a square of 24 units. */
export function Icon({ name, className }: { name: keyof typeof drawings; className?: string }) {
  return (
    <LineDrawing
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      strokeWidth="2"
      className={className}
    >
      <path d={drawings[name]} />
    </LineDrawing>
  );
}
