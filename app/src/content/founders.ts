import type { PictureName } from "./pictures.ts";

/** One of the two brothers. */
export interface Founder {
  name: string;
  role: string;
  bio: string;
  /** The photo of his face. It is shown once there is one. */
  portrait: PictureName;
}

/** The brother who climbs. */
export const climber: Founder = {
  name: "Eli Marlowe",
  role: "Co-founder and lead climber",
  bio: "A certified arborist. He is the one in the tree. Eighteen years on a rope, and he still walks around your flower beds, not through them.",
  portrait: "about/climber",
};

/** The brother who works on the ground. */
export const groundsman: Founder = {
  name: "Jonah Marlowe",
  role: "Co-founder and head of operations",
  bio: "A certified arborist too. He runs the ground, the crane and the calendar, and his is the voice on the phone at 3 a.m.",
  portrait: "about/groundsman",
};

/** The two brothers. */
export const founders: readonly Founder[] = [climber, groundsman];

/** Returns the name that customers call a founder by. */
export function firstName({ name }: Founder): string {
  const [first = name] = name.split(" ");
  return first;
}
