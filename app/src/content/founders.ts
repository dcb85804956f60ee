import company from "../../../company.json" with { type: "json" };

/** A founder of the company, from `company.json`. */
export interface Founder {
  name: string;
  role: string;
  bio: string;
  /** The photo of the founder's face. It is shown once there is one. */
  portrait: `about/founder-${1 | 2 | 3 | 4 | 5 | 6}`;
}

/** The founders. The first two are those whom the pictures show. */
export const founders = company.founders.map((founder, index) => ({
  ...founder,
  portrait: `about/founder-${index + 1}`,
})) as readonly unknown[] as readonly [Founder, Founder, ...Founder[]];

/** Returns the name that customers call a founder by. */
export function firstName({ name }: Founder): string {
  const [first = name] = name.split(" ");
  return first;
}

/** The founders in running text: `two brothers`. */
export const together = company.kinship;

/** The founders by their first names, of whom one does something: `Eli or Jonah`. */
export const oneOfThem = new Intl.ListFormat("en-US", { type: "disjunction" }).format(
  founders.map(firstName),
);
