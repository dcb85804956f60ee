/** The findings of the stress tests: a line each, with what is required of it. */
import { markdownTable } from "markdown-table";

export interface Finding {
  what: string;
  /** of how many */
  many: string;
  result: string;
  required: string;
  /** whether the result is as required */
  held: boolean;
}

/** A count that must equal what is required, 0 as a rule. */
export function exactly(what: string, many: number, result: number, required: number = 0): Finding {
  const held = result === required;
  return { what, many: number(many), result: number(result), required: number(required), held };
}

/** Something that must stay below a limit. */
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
    // Not a number is not below.
    held: result < limit,
  };
}

/** A count that may be at most what is required. */
export function atMost(what: string, many: number, result: number, limit: number): Finding {
  const held = result <= limit;
  return { what, many: number(many), result: number(result), required: `≤ ${number(limit)}`, held };
}

/** Something worth knowing of which nothing is required. */
export function told(what: string, many: number, result: number | string): Finding {
  const shown = typeof result === "number" ? number(result) : result;
  return { what, many: number(many), result: shown, required: "–", held: true };
}

function number(value: number) {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

/**
 * The findings of all parts, side by side.
 *
 * @param findings by part
 */
export function table(findings: Map<string, Finding[]>) {
  const rows = [...findings].flatMap(([part, list]) =>
    list.map(({ what, many, result, required, held }) => [
      held ? "✓" : "✗",
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

/** The value below which a share of the values lies. */
export function quantile(values: number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
