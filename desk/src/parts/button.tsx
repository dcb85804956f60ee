import type { ComponentProps } from "react";

/** A button. It submits nothing unless told to. */
export function Button({ className = "", ...props }: ComponentProps<"button">) {
  return <button className={`button ${className}`} type="button" {...props} />;
}
