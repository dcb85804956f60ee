import { AreaSection } from "../../components/area-tiles";
import { CallToAction } from "../../components/call-to-action";
import { PageHead } from "../../components/page-head";
import { StarRating } from "../../components/star-rating";
import { business } from "../../content/business";
import { figures } from "../../content/statistics";
import { averageRating, testimonials } from "../../content/testimonials";
import * as copy from "./content";
import { OakBark } from "./oak-bark";
import { ReviewTag } from "./review-tag";
import { TapeMeasure } from "./tape-measure";

/** The rotation of each tag: straight enough to be read, as crooked as a nail leaves it. */
const hangings = [
  "lg:col-span-5 lg:-rotate-1",
  "lg:col-span-6 lg:col-start-7 lg:mt-14 lg:rotate-1",
  "lg:col-span-5 lg:rotate-[0.6deg]",
  "lg:col-span-6 lg:col-start-7 lg:mt-12 lg:-rotate-1",
  "lg:col-span-6 lg:-rotate-[0.5deg]",
  "lg:col-span-5 lg:col-start-8 lg:mt-16 lg:rotate-1",
];

export default function Testimonials() {
  return (
    <>
      <PageHead
        copy={copy.hero}
        rating={false}
        aside={
          <div className="text-lime-400 lg:pb-8">
            <p className="flex flex-wrap items-baseline gap-x-4">
              <span className="figures text-2xl leading-none">{figures.rating}</span>{" "}
              <span className="text-paper-50 md:text-lg">{copy.counted}</span>
            </p>
            <StarRating
              rating={averageRating}
              className="mt-room-4 h-auto w-48 max-w-full md:w-64 lg:w-80"
            />
          </div>
        }
      />
      <section className="on-dark relative bg-bark-800 pt-24 pb-14 text-paper-50 md:pt-32 md:pb-36">
        <OakBark />
        <TapeMeasure />
        <div className="page relative pt-band">
          <h2>{copy.reviews.heading}</h2>
          <p className="mt-room-3 text-lg">
            {copy.reviews.text}
            {business.reviewSources.map(({ name, href }) => (
              <a
                key={name}
                href={href}
                className="ml-3 inline-block font-semibold underline underline-offset-4"
              >
                {`More on ${name}`}
              </a>
            ))}
          </p>
          <ul className="mt-5 grid items-start gap-x-10 gap-y-room-12 md:mt-16 md:grid-cols-2 lg:grid-cols-12">
            {testimonials.map((review, index) => (
              <ReviewTag key={review.id} review={review} className={hangings[index]} />
            ))}
          </ul>
        </div>
      </section>
      <AreaSection copy={copy.serviceAreas} />
      <CallToAction copy={copy.closing} />
    </>
  );
}
