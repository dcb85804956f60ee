import company from "../../../company.json" with { type: "json" };

/** The names of the states in which there are areas, by their postal codes. */
export const stateNames: Readonly<Record<string, string>> = company.states;

/** A part of the region where the crews work. */
export interface Area {
  /** Without its kind: `Cobb`. */
  name: string;
  kind: "city" | "county";
  /** A postal code: a key of `stateNames`. */
  state: string;
  /** Towns and neighbourhoods a visitor may look for. */
  towns: readonly string[];
}

function area({ name, kind, state, towns }: (typeof company.areas)[number]): Area {
  if (kind !== "city" && kind !== "county")
    throw new Error(`company.json: ${name} is of the kind "${kind}", not a city or a county`);
  if (!(state in stateNames)) throw new Error(`company.json: "states" has no name of ${state}`);
  return { name, kind, state, towns };
}

/** The service areas: the city, then its counties. */
export const areas: readonly Area[] = company.areas.map(area);

/** The cities among them, and the counties. */
export const cities = areas.filter(({ kind }) => kind === "city");
export const counties = areas.filter(({ kind }) => kind === "county");

const [home] = cities;
if (!home) throw new Error("company.json: none of the areas is a city");

/** The first city among the areas, where the company is at home, and its state. */
export const homeCity = home.name;
export const homeState = { code: home.state, name: stateNames[home.state] } as const;

/** An area as it is called within its state: `Atlanta`, `Cobb County`. */
export function areaName({ name, kind }: Area): string {
  return kind === "county" ? `${name} County` : name;
}

/** An area as it is called in a list: `Atlanta, GA`, `Cobb County`. */
export function areaLabel(area: Area): string {
  return area.kind === "city" ? `${area.name}, ${area.state}` : areaName(area);
}

/** A town in one of the areas. */
export interface Town {
  name: string;
  area: Area;
}

/** A town in the area of that name. */
export function town(name: string, areaName: string): Town {
  const area = areas.find((area) => area.name === areaName);
  if (!area) throw new Error(`company.json has no area ${areaName}, in which ${name} should lie`);
  return { name, area };
}

/** A town with its area: `Marietta, Cobb County`. */
export function townLabel({ name, area }: Town): string {
  return `${name}, ${areaName(area)}`;
}
