import company from "../company.json" with { type: "json" };

const [first = "", ...rest] = company.shortName.split(" ");

/** The name as the truck carries it: the first word, and the rest below. */
export const truckName = [first, rest.join(" ")] as const;

/** The name as the shared picture carries it: the short name, and what the full one adds. */
export const fullName = [
  company.shortName,
  company.name.replace(company.shortName, "").trim(),
] as const;
