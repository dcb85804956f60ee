import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlProps, controlStyle, Field, type FieldProps } from "./field";

/** A line of text. */
export function TextField({
  name,
  label,
  hint,
  notice,
  invalid,
  className,
  ...input
}: FieldProps & ComponentProps<"input">) {
  const field = { name, label, hint, notice, invalid, className };
  return (
    <Field {...field} required={input.required}>
      <input {...input} {...controlProps(field)} className={cn(controlStyle, "h-13")} />
    </Field>
  );
}
