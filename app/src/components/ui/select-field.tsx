import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlProps, controlStyle, Field, type FieldProps } from "./field";

/** One of several. The first option stands for no choice. */
export function SelectField(props: FieldProps & ComponentProps<"select">) {
  return (
    <Field {...props}>
      <select
        {...controlProps(props)}
        className={cn(controlStyle, "select-arrow h-13 cursor-pointer pr-11")}
      />
    </Field>
  );
}
