import { inWords } from "../content/in-words";
import { insuranceLine } from "../content/promises";
import { averageRating, figures } from "../content/statistics";
import { type Testimonial, testimonials } from "../content/testimonials";
import { StarRating } from "./star-rating";
import { cn } from "./ui/cn";

/** What lets a visitor believe it, beside an ask: rating, review, insurance. In the colour of the text around it. */
export function Proof({
  review,
  rating = true,
  reviewClassName,
  className,
}: {
  review: Testimonial | undefined;
  /** Not where the page itself shows it. */
  rating?: boolean;
  /** Says on which screens there is room for the review. */
  reviewClassName?: string;
  className?: string;
}) {
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
