import company from "../company.json" with { type: "json" };

/** The number of founders. */
export const founderCount = company.founders.length;

const [first = "", ...rest] = company.shortName.split(" ");

/** The lines of the name on the truck: the first word, and the rest below it. */
export const truckName = [first, rest.join(" ")] as const;

/** The lines of the name on the share image: the short name, and the rest of the full name. */
export const fullName = [
  company.shortName,
  company.name.replace(company.shortName, "").trim(),
] as const;
