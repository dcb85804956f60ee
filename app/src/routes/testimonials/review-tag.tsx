import { SampleMark } from "../../components/sample-mark";
import { StarRating } from "../../components/star-rating";
import { cn } from "../../components/ui/cn";
import { townLabel } from "../../content/areas";
import { reviewMonth, type Testimonial } from "../../content/testimonials";

/** A review on a tag. Its shadow is not a Tailwind utility, which would add the styles of a dozen other filters. */
export function ReviewTag({ review, className }: { review: Testimonial; className?: string }) {
  const { id, name, location, service, rating, text, date } = review;
  return (
    <li
      id={id}
      className={cn("[filter:drop-shadow(0.5rem_0.75rem_0_rgb(11_29_21/0.45))]", className)}
    >
      <figure className="relative bg-paper-50 px-5 pt-10 pb-room-8 text-canopy-950 [clip-path:polygon(2.75rem_0,calc(100%_-_2.75rem)_0,100%_2.75rem,100%_100%,0_100%,0_2.75rem)] md:px-9 md:pt-16">
        <Nail className="absolute top-3.5 left-1/2 size-8 -translate-x-1/2" />
        <StarRating rating={rating} className="text-canopy-700" />
        <blockquote className="mt-room-4 text-lg">
          <p>“{text}”</p>
        </blockquote>
        <figcaption className="mt-room-6 border-paper-200 border-t-2 pt-room-4 max-md:text-sm">
          <span className="block font-display font-extrabold text-lg tracking-tight">
            {name}
            <SampleMark of={name} />
          </span>
          <span className="block">{townLabel(location)}</span>
          <span className="block text-bark-500">
            {service}, <time dateTime={date}>{reviewMonth(date)}</time>
          </span>
        </figcaption>
      </figure>
    </li>
  );
}

function Nail({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <circle cx="17" cy="17" r="13" fill="var(--color-paper-200)" />
      <circle cx="18" cy="19" r="7" fill="var(--color-bark-800)" />
      <circle cx="16" cy="16" r="7" fill="var(--color-storm-700)" />
      <path
        d="M11 15a5 5 0 0 1 5-4"
        fill="none"
        stroke="var(--color-paper-0)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
