import { readFileSync } from "node:fs";
import { type Estimate, type Rejection, validate } from "validator-wasm";
import { expect, test } from "vitest";

interface Case {
  name: string;
  estimate: Estimate;
  verdict: Pick<Rejection, "code" | "field"> | null;
}

const cases = JSON.parse(
  readFileSync(new URL("../../../validator-wasm/tests/cases.json", import.meta.url), "utf8"),
) as Case[];

// The same table runs natively and over HTTP.
test.each(cases)("$name", ({ estimate, verdict }) => {
  const rejection = validate(estimate);
  expect(rejection ? { code: rejection.code, field: rejection.field } : null).toEqual(verdict);
});
