type Company = typeof import("../../company.json");

/** Returns wrong facts of a company: each with the changed fields, and the beginning of its problem. */
export const wrongFacts = (company: Company): [string, Record<string, unknown>, string][] => [
  ["no email", { email: undefined }, "email is missing."],
  ["a phone of six digits", { phone: "(503) 555" }, 'phone is "(503) 555".'],
  ["a zone that does not exist", { timeZone: "America/Portland" }, "timeZone is"],
  ["an offset as a zone", { timeZone: "+01:00" }, "timeZone is"],
  ["a slug with spaces", { slug: "oak and sons" }, 'slug is "oak and sons".'],
  ["a review without its link", { reviewSources: [{ name: "Google" }] }, "reviewSources.0.href is"],
  [
    "a week across its end",
    { hours: { ...company.hours, from: "Saturday", to: "Tuesday" } },
    "hours.to is",
  ],
  [
    "a day without hours",
    { hours: { ...company.hours, opens: 18, closes: 8 } },
    "hours.closes is 8.",
  ],
  ["no county", { areas: company.areas.filter(({ kind }) => kind === "city") }, "areas is"],
  ["no city", { areas: company.areas.filter(({ kind }) => kind === "county") }, "areas is"],
  [
    "a state without a name",
    { areas: [{ ...company.areas[0], state: "AK" }, ...company.areas.slice(1)] },
    "areas.0.state is",
  ],
  ["a name of 81 characters", { name: `${company.shortName} ${"x".repeat(80)}` }, "name is"],
  ["a short name of its own", { shortName: "Oak" }, "name is"],
  ["one founder", { founders: company.founders.slice(0, 1) }, "founders is"],
  [
    "a founder whom /about could not show",
    { founders: [...company.founders, { name: "Ada", role: "Owner" }] },
    `founders.${company.founders.length}.bio is missing.`,
  ],
  [
    "a number for emergencies without the service",
    { emergencyService: false, emergencyPhone: company.phone },
    "emergencyPhone is",
  ],
  ["an unknown field", { fax: "none" }, "fax is not a field."],
];
