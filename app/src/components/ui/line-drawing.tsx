import type { ComponentProps } from "react";

/** A line drawing in the text color. Screen readers skip it, because the text beside it says the same. */
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
