import { StarRating } from "../../components/star-rating";
import { townLabel } from "../../content/areas";
import { reviewMonth, type Testimonial } from "../../content/testimonials";

/** One review, set so large that it needs no frame. For dark grounds. */
export function LargeQuote({ testimonial }: { testimonial: Testimonial }) {
  const { text, name, location, service, rating, date } = testimonial;
  return (
    <figure>
      <StarRating rating={rating} className="mb-room-5 text-lime-400" />
      <blockquote className="max-w-5xl font-display font-extrabold text-xl leading-tight tracking-tight sm:text-2xl lg:text-3xl">
        <p className="-indent-[0.45em]">“{text}”</p>
      </blockquote>
      <figcaption className="mt-room-7 flex flex-wrap gap-x-6 gap-y-1">
        <span className="font-bold">{name}</span>
        <span>{townLabel(location)}</span>
        <span>
          {service}, <time dateTime={date}>{reviewMonth(date)}</time>
        </span>
      </figcaption>
    </figure>
  );
}
