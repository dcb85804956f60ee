import type { ComponentProps } from "react";

/** A button. It does not submit a form unless its type is set. */
export const Button = (props: ComponentProps<"button">) => (
  <button className="button" type="button" {...props} />
);

/** An error message. It takes no room while it is empty. */
export const Problem = (props: ComponentProps<"p">) => (
  <p className="problem" role="alert" {...props} />
);

/** A `ref` that focuses its element when it appears. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
