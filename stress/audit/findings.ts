/** The findings of the stress tests: one line each, with the required result. */
import { markdownTable } from "markdown-table";

export interface Finding {
  what: string;
  /** the total */
  many: string;
  result: string;
  required: string;
  /** whether the result is as required */
  passed: boolean;
}

/** A count that must equal the required one, which is usually 0. */
export function exactly(what: string, many: number, result: number, required: number = 0): Finding {
  const passed = result === required;
  return { what, many: number(many), result: number(result), required: number(required), passed };
}

/** A value that must be less than a limit. */
export function below(
  what: string,
  many: number,
  result: number,
  limit: number,
  unit: string,
): Finding {
  return {
    what,
    many: number(many),
    result: `${number(result)} ${unit}`,
    required: `< ${number(limit)} ${unit}`,
    // NaN is not less than the limit.
    passed: result < limit,
  };
}

/** A count that must not exceed a limit. */
export function atMost(what: string, many: number, result: number, limit: number): Finding {
  const passed = result <= limit;
  return {
    what,
    many: number(many),
    result: number(result),
    required: `≤ ${number(limit)}`,
    passed,
  };
}

/** A value without a requirement. */
export function measured(what: string, many: number, result: number | string): Finding {
  const shown = typeof result === "number" ? number(result) : result;
  return { what, many: number(many), result: shown, required: "–", passed: true };
}

function number(value: number) {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

/** Returns a table of the findings of all parts. */
export function table(findings: Map<string, Finding[]>) {
  const rows = [...findings].flatMap(([part, list]) =>
    list.map(({ what, many, result, required, passed }) => [
      passed ? "✓" : "✗",
      part,
      what,
      many,
      result,
      required,
    ]),
  );
  rows.unshift(["", "part", "what", "how many", "result", "required"]);
  return markdownTable(rows, { align: ["", "", "", "r", "r", "r"] });
}
