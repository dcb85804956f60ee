import prices from "../../../../prices.json";
import { request } from "../../api/server.ts";
import { useQuery } from "../../data/queries.ts";
import { amountInWords } from "../../words/amount.ts";

type Range = [from: number, to: number];

/** The fields of the price guide (prices.json), in dollars. */
interface PriceGuide {
  trees: { height: string; open: Range; tight: Range }[];
  stumps: { size: string; range: Range }[];
  pruning?: Range;
  cleanup?: Record<string, Range>;
}

const { trees, stumps, pruning, cleanup = {} } = prices as unknown as PriceGuide;

interface SuggestedLine {
  what: string;
  /** the price, if there is one */
  cents?: number;
  price: string;
}

const ofGuide = (what: string, range: Range): SuggestedLine => ({
  what,
  price: range.map((dollars) => amountInWords(dollars * 100)).join(" to "),
});

const GUIDE = [
  ...trees.map(({ height, open, tight }) =>
    ofGuide(`Tree removal: ${height}`, [open[0], tight[1]]),
  ),
  ...stumps.map(({ size, range }) => ofGuide(`Stump grinding: ${size}`, range)),
  ...(pruning ? [ofGuide("Pruning", pruning)] : []),
  ...Object.entries(cleanup).map(([level, range]) => ofGuide(`Clean-up: ${level}`, range)),
];

/** Returns the lines of earlier estimates, the newest first, and those of the price guide, which have no price yet. */
export function useSuggestedLines(): SuggestedLine[] {
  const read = () => request("get", "/estimate-lines");
  const { lines = [] } = useQuery("estimate-lines", read).data ?? {};
  const earlier = lines.map((line) => ({ ...line, price: amountInWords(line.cents) }));
  return [...earlier, ...GUIDE.filter(({ what }) => !lines.some((line) => line.what === what))];
}
