import type { ActOf, Event, Lead } from "../api/server.ts";

/** An estimate as the customer reads it, and a line of it. */
export type Offer = ActOf<"offered">;
export type Line = Offer["lines"][number];

/** Returns the present estimate of a lead from its log, if the customer can read it. */
export const offerOf = ({ estimate }: Lead, log: readonly Event[]): Offer | undefined =>
  log.find((event) => event.id === estimate?.id && event.kind === "offered") as Offer | undefined;

/** Returns the total of the chosen lines, by their positions; at first, that is the first option. */
export const totalOf = (
  lines: readonly Line[],
  chosen: readonly number[] = [lines.findIndex(({ pick }) => pick === "one-of")],
): number =>
  lines
    .filter(({ pick }, position) => pick === "always" || chosen.includes(position))
    .reduce((total, { cents }) => total + cents, 0);
