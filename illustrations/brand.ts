import company from "../company.json" with { type: "json" };

/** The name as the truck carries it: the first word, and the rest below. */
export const truckName: readonly [string, string] = (() => {
  const [first = "", ...rest] = company.shortName.split(" ");
  return [first, rest.join(" ")];
})();

/** The name as the shared picture carries it: the short name, and what the full one adds. */
export const fullName: readonly [string, string] = [
  company.shortName,
  company.name.replace(company.shortName, "").trim(),
];
