/** A part of the region where the crews work. */
export interface Area {
  name: string;
  /** Towns and neighbourhoods a visitor may look for. */
  towns: string[];
}

/** The eight service areas: the city, then its seven counties. */
export const areas: Area[] = [
  { name: "Atlanta, GA", towns: ["Buckhead", "Midtown", "Grant Park", "Kirkwood"] },
  { name: "Cobb County", towns: ["Marietta", "Smyrna", "Kennesaw", "Acworth"] },
  { name: "Gwinnett County", towns: ["Lawrenceville", "Duluth", "Snellville", "Suwanee"] },
  { name: "DeKalb County", towns: ["Decatur", "Tucker", "Stone Mountain", "Dunwoody"] },
  { name: "Fulton County", towns: ["Sandy Springs", "Roswell", "Alpharetta", "East Point"] },
  { name: "Clayton County", towns: ["Jonesboro", "Morrow", "Forest Park", "Riverdale"] },
  { name: "Henry County", towns: ["McDonough", "Stockbridge", "Hampton", "Locust Grove"] },
  { name: "Cherokee County", towns: ["Canton", "Woodstock", "Holly Springs", "Ball Ground"] },
];
