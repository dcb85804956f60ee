import { priceLink, shownRange, workPrices } from "../content/prices";
import { useCurrentPath } from "./layout/current-path";
import { SampleMark } from "./sample-mark";
import { cn } from "./ui/cn";

/** The price range of the page's work, with a link to the price guide. Renders nothing without a price. */
export function PriceLine({ className }: { className?: string }) {
  const price = workPrices[useCurrentPath()];
  if (!price?.range || !priceLink) return null;
  const shown = shownRange(price.range);
  return (
    <p className={cn("max-w-text border-canopy-700 border-l-4 pl-4", className)}>
      {price.what}:{" "}
      <strong className="whitespace-nowrap [font-variant-numeric:tabular-nums]">{shown}</strong>,{" "}
      {price.by}.
      <SampleMark of={shown} />{" "}
      <a
        href={priceLink.to}
        className="whitespace-nowrap font-semibold underline underline-offset-4"
      >
        {priceLink.label}
      </a>
    </p>
  );
}
