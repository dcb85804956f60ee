import type { Service } from "validator-wasm";
import { serviceAt } from "../content/estimate-address";
import { inWords } from "../content/in-words";
import { insuranceLine } from "../content/promises";
import { figures } from "../content/statistics";
import { averageRating, reviewOf, testimonials } from "../content/testimonials";
import { useCurrentPath } from "./layout/current-path";
import { StarRating } from "./star-rating";
import { cn } from "./ui/cn";

/** What lets a visitor believe it, beside an ask: rating, review, insurance. In the colour of the text around it. */
export function Proof({
  reviewed,
  rating = true,
  reviewClassName,
  className,
}: {
  /** Of what the review is; of the page's own service, if it is about one. */
  reviewed?: Service;
  /** Not where the page itself shows it. */
  rating?: boolean;
  /** Says on which screens there is room for the review. */
  reviewClassName?: string;
  className?: string;
}) {
  const ownService = serviceAt(useCurrentPath());
  const service = reviewed ?? ownService;
  const review = service && reviewOf(service);
  return (
    <ul className={cn("grid max-w-text gap-2 text-sm", className)}>
      {rating && (
        <li>
          <a href="/testimonials" className="flex flex-wrap items-center gap-x-3">
            <span aria-hidden="true">
              <StarRating rating={averageRating} />
            </span>
            <span className="font-semibold underline underline-offset-4">
              {`${figures.rating} from ${inWords(testimonials.length)} reviews`}
            </span>
          </a>
        </li>
      )}
      {review && (
        <li className={reviewClassName}>
          <q>{review.excerpt}</q>{" "}
          <span className="whitespace-nowrap">{`${review.name}, ${review.location.name}`}</span>
        </li>
      )}
      <li className="text-balance font-semibold">
        {insuranceLine.claim} <span className="max-sm:hidden">{insuranceLine.proof}</span>
      </li>
    </ul>
  );
}
