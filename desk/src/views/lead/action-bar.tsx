import type { ComponentProps } from "react";

/** What can be done about a lead, under the thumb. */
export const ActionBar = (props: ComponentProps<"section">) => (
  <section
    className="actions grid flex-none grid-cols-[minmax(0,1fr)_auto_auto] narrow:grid-cols-2 gap-2 border-line border-t bg-raised px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:grid-cols-[minmax(0,20rem)_auto_auto] md:justify-center"
    {...props}
  />
);
