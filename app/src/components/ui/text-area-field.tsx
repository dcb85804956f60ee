import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlProps, controlStyle, Field, type FieldProps } from "./field";

/** A text of several lines, `rows` of them to begin with. It grows with what is typed. */
export function TextAreaField({ rows = 4, ...props }: FieldProps & ComponentProps<"textarea">) {
  return (
    <Field {...props}>
      <textarea
        {...controlProps(props)}
        rows={rows}
        className={cn(
          controlStyle,
          "field-sizing-content block py-3",
          rows > 2 ? "min-h-32" : "min-h-20",
        )}
      />
    </Field>
  );
}
