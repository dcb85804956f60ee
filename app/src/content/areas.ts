import company from "../../../company.json" with { type: "json" };

/** The names of the states that the areas are in, by postal code. */
export const stateNames: Readonly<Record<string, string>> = company.states;

/** A part of the region where the crews work. */
export interface Area {
  /** The name without its kind: `Cobb`. */
  name: string;
  kind: "city" | "county";
  /** A postal code: a key of `stateNames`. */
  state: string;
  /** Towns and neighborhoods that a visitor may look for. */
  towns: readonly string[];
}

/** The service areas: the city, then its counties. */
export const areas = company.areas as readonly Area[];

const home = areas.find(({ kind }) => kind === "city") as Area;

/** The first city among the areas, where the company is based, and its state. */
export const homeCity = home.name;
export const homeState = { code: home.state, name: stateNames[home.state] } as const;

/** Returns an area's name within its state: `Atlanta`, `Cobb County`. */
export function areaName({ name, kind }: Area): string {
  return kind === "county" ? `${name} County` : name;
}

/** Returns an area's name in a list: `Atlanta, GA`, `Cobb County`. */
export function areaLabel(area: Area): string {
  return area.kind === "city" ? `${area.name}, ${area.state}` : areaName(area);
}

export interface Town {
  name: string;
  area: Area;
}

/** Returns a town in the area with that name. */
export function town(name: string, areaName: string): Town {
  const area = areas.find((area) => area.name === areaName);
  if (!area) throw new Error(`company.json has no area ${areaName}, in which ${name} should lie`);
  return { name, area };
}

/** Returns a town with its area: `Marietta, Cobb County`. */
export function townLabel({ name, area }: Town): string {
  return `${name}, ${areaName(area)}`;
}
