import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlProps, controlStyle, Field, type FieldProps } from "./field";

/** A text of several lines. It grows with what is typed. */
export function TextAreaField({
  name,
  label,
  notice,
  invalid,
  className,
  ...input
}: FieldProps & ComponentProps<"textarea">) {
  const field = { name, label, notice, invalid, className };
  return (
    <Field {...field} required={input.required}>
      <textarea
        {...input}
        {...controlProps(field)}
        rows={4}
        className={cn(controlStyle, "field-sizing-content block min-h-32 py-3")}
      />
    </Field>
  );
}
