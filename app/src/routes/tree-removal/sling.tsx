import { LineDrawing } from "../../components/ui/line-drawing";

/** The rope, knot, and sling that the picture below hangs on. The rope is too long; the section clips it. */
export function Sling() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-full text-lime-400 max-lg:hidden"
    >
      <span className="absolute bottom-[calc(100%-2px)] left-1/2 h-[60rem] w-[3px] -translate-x-1/2 bg-current" />
      <LineDrawing viewBox="0 0 600 130" strokeWidth="3.2" className="block w-full">
        <path d="M300 0v8c0 9-12 10-12 20 0 12 24 12 24 25s-24 14-24 0c0-12 24-13 24-25 0-10-12-11-12-20M300 62v10" />
        <path d="M30 130 300 70l270 60" />
      </LineDrawing>
    </div>
  );
}
