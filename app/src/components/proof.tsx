import type { Service } from "validator-wasm";
import { serviceAt } from "../content/estimate-address";
import { trustLines } from "../content/promises";
import { figures } from "../content/statistics";
import { averageRating, reviewOf, testimonials } from "../content/testimonials";
import { useCurrentPath } from "./layout/current-path";
import { SampleMark } from "./sample-mark";
import { StarRating } from "./star-rating";
import { cn } from "./ui/cn";

/** What a place shows of the proof. */
export interface ProofProps {
  /** The service that the review is about. By default, it is the page's own. */
  reviewed?: Service;
  /** Off on pages that show the rating themselves. */
  rating?: boolean;
  /** Limits the review to the screens that have room for it. */
  reviewClassName?: string;
  className?: string;
}

/** The proof beside a call to action: rating, review, and the page's line. It inherits the text color. */
export function Proof({ reviewed, rating = true, reviewClassName, className }: ProofProps) {
  const path = useCurrentPath();
  const service = reviewed ?? serviceAt(path);
  const review = service && reviewOf(service);
  const line = trustLines[path];
  return (
    <ul className={cn("grid max-w-text gap-2 text-sm", className)}>
      {rating && (
        <li>
          <a href="/testimonials" className="flex flex-wrap items-center gap-x-3">
            <span aria-hidden="true">
              <StarRating rating={averageRating} />
            </span>
            <span className="font-semibold underline underline-offset-4">
              {`${figures.rating} from ${testimonials.length} reviews`}
            </span>
          </a>
        </li>
      )}
      {review && (
        <li className={reviewClassName}>
          <q>{review.excerpt}</q>{" "}
          <span className="inline-block">{`${review.name}, ${review.location.name}`}</span>
          <SampleMark of={review.text} />
        </li>
      )}
      {line && <li className="text-balance font-semibold">{line}</li>}
    </ul>
  );
}
