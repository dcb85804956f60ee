import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlProps, controlStyle, Field, type FieldProps } from "./field";

/** A line of text. */
export function TextField(props: FieldProps & ComponentProps<"input">) {
  return (
    <Field {...props}>
      <input {...controlProps(props)} className={cn(controlStyle, "h-13")} />
    </Field>
  );
}
