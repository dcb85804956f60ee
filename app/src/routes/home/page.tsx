import { CallToAction } from "../../components/call-to-action";
import { GrowthRings } from "../../components/drawings/growth-rings";
import { crownPath } from "../../components/drawings/organic-path";
import { EmergencyBanner } from "../../components/emergency-banner";
import { Asks } from "../../components/page-head";
import { LatePicture, Picture, screenWide } from "../../components/picture";
import { Proof } from "../../components/proof";
import { SampleMark } from "../../components/sample-mark";
import { SectionHead } from "../../components/section-head";
import { StarRating } from "../../components/star-rating";
import { Tag } from "../../components/tag";
import { buttonStyle } from "../../components/ui/button";
import { cn } from "../../components/ui/cn";
import { LineDrawing } from "../../components/ui/line-drawing";
import { townLabel } from "../../content/areas";
import { hasPhotograph } from "../../content/pictures";
import { reviewMonth } from "../../content/testimonials";
import { AreaBranch } from "./area-branch";
import * as copy from "./content";

export default function Home() {
  return (
    <>
      <Hero />
      <div className="relative -mt-8 md:-mt-14">
        <EmergencyBanner copy={copy.emergency} />
      </div>
      <section aria-label="In figures" className="page py-band">
        <dl className="flex flex-wrap justify-between gap-x-10 gap-y-room-8">
          {Object.entries(copy.statistics).map(([label, figure]) => (
            <div
              key={label}
              className="flex flex-col-reverse justify-end max-md:min-w-[calc(50%-1.25rem)]"
            >
              <dt className="mt-room-3">{label}</dt>
              <dd className="figures text-2xl text-canopy-700">{figure}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Reasons />
      <section className="page py-band">
        <SectionHead copy={copy.services} wide className="mb-room-12" />
        <ul className="grid grid-cols-1 gap-x-6 gap-y-room-8 lg:grid-cols-5">
          {Object.entries(copy.services.items).map(([title, { text, picture, link }]) => (
            <li
              key={title}
              className="grid @large-text:grid-cols-[4.5rem_1fr] gap-x-4 sm:grid-cols-[10rem_1fr] lg:flex lg:flex-col"
            >
              <LatePicture
                name={picture}
                className="aspect-square w-full border-bark-500 border-b-4"
              />
              <div className="flex flex-wrap content-start items-baseline justify-between gap-x-4 lg:mt-5 lg:grow lg:flex-col lg:flex-nowrap">
                <h3>{title}</h3>
                <p className="order-last basis-full lg:order-none lg:mt-1.5 lg:grow lg:basis-auto">
                  {text}
                </p>
                <a
                  href={link.to}
                  className="inline-block py-1.5 font-bold text-canopy-700 underline decoration-2 underline-offset-4 hover:decoration-4 lg:mt-2"
                >
                  {link.label}
                  <span className="sr-only"> about {title}</span>
                </a>
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-room-8">
          {copy.properties.text}{" "}
          <a
            href={copy.properties.link.to}
            className="inline-block py-1 font-bold text-canopy-700 underline underline-offset-4"
          >
            {copy.properties.link.label}
          </a>
        </p>
      </section>
      <Story />
      <section className="overflow-x-clip py-band">
        <div className="page">
          <SectionHead copy={copy.serviceAreas} className="mb-room-12" />
          <AreaBranch />
        </div>
      </section>
      <Review />
      <CallToAction copy={copy.closing} />
    </>
  );
}

/** The hero. The crown in the picture extends behind the headline, which is over its darkest part. */
function Hero() {
  const { eyebrow, heading, text } = copy.hero;
  return (
    <section className="overflow-clip bg-canopy-900">
      <div className="on-dark relative z-2">
        {/* The dark part of a crown, as the background of the text. */}
        <svg
          aria-hidden="true"
          viewBox="0 0 1200 600"
          preserveAspectRatio="none"
          fill="var(--color-canopy-900)"
          className="absolute -top-1/4 -left-1/4 h-[131%] w-[118%] overflow-visible max-md:hidden lg:w-[105%] xl:w-[93%]"
        >
          <path d={crownPath(588, 270, 584, 270, 37, 5)} />
          <path d={crownPath(590, 400, 590, 196, 61, 9)} />
        </svg>
        <div className="page relative pt-room-12 text-paper-50">
          <p className="mb-3 font-semibold text-lime-400">{eyebrow}</p>
          <h1 className="max-w-[11em]">{heading}</h1>
          <p className="mt-room-5 max-w-text text-canopy-200">{text}</p>
          <Asks className="my-5" />
          <Proof
            reviewed="Tree Removal"
            reviewClassName="max-md:hidden"
            className="text-canopy-200"
          />
        </div>
      </div>
      <div className="md:-mt-[14vw] lg:-mt-[16vw]">
        <div
          className={cn(
            "canopy-line text-canopy-900 [--far:var(--color-canopy-900)]",
            // On phones, the drawing's own crown blends into the page's background.
            !hasPhotograph("home/hero-tall") && "max-md:hidden",
          )}
        />
        <Picture
          name="home/hero-tall"
          wide="home/hero"
          sizes={screenWide}
          priority
          className="w-full"
        />
      </div>
    </section>
  );
}

/** The columns that each tag spans, of six, and the length of its string. */
const hangings = [
  "lg:col-span-3 lg:[--string:2rem]",
  "lg:col-span-3 lg:[--string:3.5rem]",
  "lg:col-span-2 lg:[--string:3.5rem]",
  "lg:col-span-2 lg:[--string:2rem]",
  "lg:col-span-2 lg:[--string:3.5rem]",
];

/** The reasons as tags that hang from two ropes, to check one by one like the points of an estimate. */
function Reasons() {
  return (
    <section className="relative overflow-clip bg-paper-100 py-band">
      <GrowthRings
        rings={7}
        seed={3}
        className="absolute -bottom-56 -left-56 size-[44rem] text-paper-200"
      />
      <div className="page relative">
        <SectionHead copy={copy.reasons} wide />
        <ul className="mt-room-8 grid gap-x-6 [--string:calc(var(--room)*5)] md:max-lg:grid-cols-2 lg:-mx-3 lg:mt-12 lg:grid-cols-6 lg:gap-x-0 lg:gap-y-10">
          {Object.entries(copy.reasons.items).map(([title, text], index) => (
            <li
              key={title}
              className={cn(
                "relative mt-(--string) lg:mt-0 lg:border-bark-500 lg:border-t-3 lg:px-3 lg:pt-(--string)",
                hangings[index],
              )}
            >
              <div className="relative">
                <Tag className="bg-paper-0">
                  <h3 className="grid @large-text:grid-cols-[auto_1fr] gap-x-3">
                    <Tick />
                    {title}
                  </h3>
                  <p className="mt-room-3 max-w-text">{text}</p>
                </Tag>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Tick() {
  return (
    <LineDrawing viewBox="0 0 32 32" className="mt-0.5 size-8">
      <path d="M4 8h20v20H4z" stroke="var(--color-bark-500)" strokeWidth="2" />
      <path d="m8 17 6 7Q19 12 30 4" stroke="var(--color-canopy-500)" strokeWidth="4" />
    </LineDrawing>
  );
}

function Story() {
  const { heading, paragraphs, link } = copy.story;
  return (
    <section>
      <div className="grid grid-cols-1 xl:grid-cols-[1.3fr_1fr]">
        <div className="relative xl:min-h-[28vw]">
          <Picture
            name="about/founders-truck"
            sizes={`(min-width: 80rem) 57vw, ${screenWide}`}
            className="w-full object-cover object-bottom md:max-xl:aspect-2/1 xl:absolute xl:inset-0 xl:h-full"
          />
        </div>
        <div className="@container flex flex-col justify-center gap-y-room-5 px-5 py-band *:self-start md:px-8 xl:px-14">
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="max-w-text">
              {paragraph}
            </p>
          ))}
          <a href={link.to} className={buttonStyle({ variant: "outline" })}>
            {link.label}
          </a>
        </div>
      </div>
    </section>
  );
}

/** One review, set so large that it needs no frame. */
function Review() {
  const { heading, testimonial, link } = copy.featured;
  const { text, name, location, service, rating, date } = testimonial;
  return (
    <section className="on-dark relative overflow-clip bg-canopy-900 py-band text-paper-50">
      <GrowthRings
        rings={8}
        seed={7}
        className="absolute -top-40 -right-96 size-[44rem] text-canopy-700 md:-top-64 md:-right-72 md:size-[60rem]"
      />
      <div className="page relative">
        <h2 className="mb-room-8 text-lg text-lime-400">{heading}</h2>
        <figure>
          <StarRating rating={rating} className="mb-room-5 text-lime-400" />
          <blockquote className="max-w-5xl font-display font-extrabold text-xl leading-tight tracking-tight">
            <p className="-indent-[0.45em]">“{text}”</p>
          </blockquote>
          <figcaption className="mt-room-7 flex flex-wrap gap-x-6 gap-y-1">
            <span className="font-bold">
              {name}
              <SampleMark of={name} />
            </span>
            <span>{townLabel(location)}</span>
            <span>
              {service}, <time dateTime={date}>{reviewMonth(date)}</time>
            </span>
          </figcaption>
        </figure>
        <a
          href={link.to}
          className={buttonStyle({ variant: "outline-lime", className: "mt-room-10" })}
        >
          {link.label}
        </a>
      </div>
    </section>
  );
}
