import type { ComponentProps } from "react";

/** A drawing in lines of the text's colour. It says nothing to a screen reader: its neighbour does. */
export function LineDrawing(props: ComponentProps<"svg">) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    />
  );
}
