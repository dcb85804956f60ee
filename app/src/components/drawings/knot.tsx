import { LineDrawing } from "../ui/line-drawing";

/** The end of the rope: a figure-eight knot. */
export function Knot({ className }: { className?: string }) {
  return (
    <LineDrawing viewBox="0 0 24 60" strokeWidth="2.5" className={className}>
      <path d="M12-4V8c0 7-8 7-8 14 0 9 16 9 16 18 0 10-16 10-16 0 0-9 16-9 16-18C20 15 12 15 12 8" />
      <path d="M12 46v10m-2-3 2 5 2-5" />
    </LineDrawing>
  );
}
