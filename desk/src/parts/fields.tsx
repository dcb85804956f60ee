import type { ComponentProps, ReactNode } from "react";
import { currentTime } from "../api/clock.ts";
import { addDays, dayOf } from "../rules/clock.ts";
import { Button } from "./form.tsx";

interface FieldProps extends ComponentProps<"input"> {
  label: ReactNode;
  onType: (typed: string) => void;
}

export const Field = ({ label, onType, className = "field", ...props }: FieldProps) => (
  <label className="grid grid-cols-1 gap-1 font-semibold">
    {label}
    <input
      autoComplete="off"
      className={className}
      onChange={({ target }) => onType(target.value)}
      {...props}
    />
  </label>
);

/** The maximum number of days that a time may lie ahead. */
export const MAX_DAYS = 730;

/** A field for a date and a time in the company's time zone, from today on. */
export function TimeField(props: FieldProps) {
  const today = dayOf(currentTime());
  return (
    <Field
      max={`${addDays(today, MAX_DAYS)}T23:59`}
      min={`${today}T00:00`}
      required
      type="datetime-local"
      {...props}
    />
  );
}

/** A field for dollars in any notation: "1,850", "$1850", "1850.50". */
export const AmountField = (props: FieldProps) => (
  <Field
    className="field figures"
    inputMode="decimal"
    pattern="\s*\$?\s*(\d{1,7}|\d{1,3},\d{3}|\d,\d{3},\d{3})(\.\d{1,2})?\s*"
    placeholder="$"
    title="An amount in dollars, below ten million"
    {...props}
  />
);

/** Returns a typed amount in cents. */
export function amountOf(typed: string): number | undefined {
  const digits = typed.replace(/[^\d.]/g, "");
  return digits === "" ? undefined : Math.round(Number(digits) * 100);
}

/** Formats an amount in cents as it is typed: "1850", "1850.50". */
export const typedAmount = (cents: number | null): string =>
  cents === null ? "" : (cents / 100).toFixed(2).replace(".00", "");

interface StepFormProps extends Pick<ComponentProps<"form">, "className" | "children"> {
  submit: string;
  onSubmit: () => void;
  isDisabled?: boolean;
}

export const StepForm = ({ submit, onSubmit, isDisabled, className, children }: StepFormProps) => (
  <form
    className={`grid grid-cols-1 gap-4 ${className ?? ""}`}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
    <Button data-strong disabled={isDisabled} type="submit">
      {submit}
    </Button>
  </form>
);
