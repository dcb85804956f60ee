import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlProps, controlStyle, Field, type FieldProps } from "./field";

/** One of several. The first option stands for no choice. */
export function SelectField({
  name,
  label,
  hint,
  notice,
  invalid,
  className,
  ...input
}: FieldProps & ComponentProps<"select">) {
  const field = { name, label, hint, notice, invalid, className };
  return (
    <Field {...field} required={input.required}>
      <select
        {...input}
        {...controlProps(field)}
        className={cn(controlStyle, "select-arrow h-13 cursor-pointer pr-11")}
      />
    </Field>
  );
}
