import type { ComponentProps } from "react";

/** A button. It submits nothing unless told to. */
export const Button = (props: ComponentProps<"button">) => (
  <button className="button" type="button" {...props} />
);
