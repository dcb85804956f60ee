import { CallButton } from "../../components/call-button";
import { CallToAction } from "../../components/call-to-action";
import { GrowthRings } from "../../components/drawings/growth-rings";
import { Picture } from "../../components/picture";
import { buttonStyle } from "../../components/ui/button";
import { estimateLink } from "../../content/sections";
import { AreaBranch } from "./area-branch";
import * as copy from "./content";
import { CrownShade } from "./crown-shade";
import { LargeQuote } from "./large-quote";
import { PhoneCallBar } from "./phone-call-bar";
import { SpecimenRow } from "./specimen-row";
import { StatisticRow } from "./statistic-row";

export default function Home() {
  return (
    <>
      <Hero />
      <Emergency />
      <section aria-label="In figures" className="page py-14 md:py-20">
        <StatisticRow statistics={copy.statistics} />
      </section>
      <Reasons />
      <section className="page py-16 md:py-24">
        <div className="grid grid-cols-1 items-end gap-x-14 gap-y-4 lg:grid-cols-2">
          <h2 className="text-3xl">{copy.services.heading}</h2>
          <p className="max-w-text text-lg">{copy.services.text}</p>
        </div>
        <div className="mt-12">
          <SpecimenRow services={copy.services.items} />
        </div>
      </section>
      <Story />
      <section className="overflow-x-clip py-16 md:py-24">
        <div className="page">
          <h2 className="text-3xl">{copy.serviceAreas.heading}</h2>
          <p className="mt-4 mb-12 max-w-text text-lg">{copy.serviceAreas.text}</p>
          <AreaBranch />
        </div>
      </section>
      <Review />
      <CallToAction copy={copy.closing} />
      <PhoneCallBar />
    </>
  );
}

/** The picture's crown reaches up behind the headline, which is over its darkest part. */
function Hero() {
  const { eyebrow, heading, text, picture, pictureNarrow } = copy.hero;
  return (
    <section className="overflow-hidden bg-canopy-900">
      <div className="on-dark relative z-2">
        <CrownShade className="absolute -top-1/4 -left-1/4 h-[134%] w-[118%] max-md:hidden lg:w-[105%] xl:w-[93%]" />
        <div className="page relative pt-8 text-paper-50 md:pt-12">
          <p className="mb-3 font-semibold text-lime-400">{eyebrow}</p>
          <h1 className="max-w-[11em] text-4xl">{heading}</h1>
          <p className="mt-5 max-w-text text-canopy-200">{text}</p>
          <div className="mt-5 flex flex-wrap gap-3">
            <CallButton className="max-md:hidden" />
            <a
              href={estimateLink.to}
              className={buttonStyle({
                variant: "outline-lime",
                className:
                  "max-md:min-h-14 max-md:w-full max-md:border-paper-50 max-md:bg-paper-50 max-md:text-canopy-950 max-md:text-lg",
              })}
            >
              {estimateLink.label}
            </a>
          </div>
        </div>
      </div>
      <div className="md:-mt-[17vw] lg:-mt-[20vw]">
        <div className="canopy-line text-canopy-900 [--far:var(--color-canopy-900)] max-md:hidden" />
        <Picture name={pictureNarrow} wide={picture} priority className="w-full" />
      </div>
    </section>
  );
}

/** Orange, because it is for those who have no time to read the rest. */
function Emergency() {
  const { heading, text } = copy.emergency;
  return (
    <section className="page relative -mt-8 md:-mt-14">
      <div className="on-dark flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-lg bg-orange-600 px-6 py-6 text-paper-0 md:flex-nowrap md:px-10 md:py-8">
        <div>
          <h2 className="text-2xl">{heading}</h2>
          <p className="mt-1.5 text-lg">{text}</p>
        </div>
        <CallButton variant="premium" size="lg" />
      </div>
    </section>
  );
}

/** A sheet to go through point by point, as one would with an estimate. */
function Reasons() {
  const { heading, text, items } = copy.reasons;
  return (
    <section className="relative overflow-hidden bg-paper-100 py-16 md:py-24">
      <GrowthRings
        rings={7}
        seed={3}
        strokeWidth={0.2}
        className="absolute -bottom-56 -left-56 size-[44rem] text-paper-200"
      />
      <div className="page relative grid grid-cols-1 items-start gap-x-20 gap-y-10 lg:grid-cols-[1fr_1.4fr]">
        <div className="lg:sticky lg:top-28">
          <h2 className="text-3xl">{heading}</h2>
          <p className="mt-5 max-w-text text-lg">{text}</p>
        </div>
        <ul className="rounded-sm bg-paper-0 px-6 py-2 shadow-[0_1.5rem_3rem_-1rem_rgb(59_42_31/0.25)] md:px-10">
          {items.map((item) => (
            <li
              key={item.title}
              className="grid grid-cols-[auto_1fr] gap-x-4 border-paper-200 border-t-2 py-6 first:border-t-0 md:gap-x-6 md:py-7"
            >
              <Tick />
              <h3 className="text-xl">{item.title}</h3>
              <p className="col-start-2 mt-2 max-w-text">{item.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A box, ticked by hand. */
function Tick() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mt-0.5 size-8"
    >
      <path d="M4 8h20v20H4z" stroke="var(--color-bark-500)" strokeWidth="2" />
      <path d="m8 17 6 7Q19 12 30 4" stroke="var(--color-canopy-500)" strokeWidth="4" />
    </svg>
  );
}

function Story() {
  const { heading, paragraphs, picture, link } = copy.story;
  return (
    <section className="on-dark bg-canopy-900 text-paper-50">
      <div className="grid grid-cols-1 xl:grid-cols-[1.3fr_1fr]">
        <div className="relative">
          <Picture
            name={picture}
            className="w-full md:max-xl:aspect-2/1 md:max-xl:object-cover md:max-xl:object-bottom xl:absolute xl:inset-0 xl:h-full xl:object-cover"
          />
        </div>
        <div className="@container flex flex-col justify-center gap-5 px-5 py-14 *:self-start md:px-8 xl:px-14 xl:py-16">
          <h2 className="text-3xl">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="max-w-text text-canopy-200 text-lg">
              {paragraph}
            </p>
          ))}
          <a href={link.to} className={buttonStyle({ variant: "outline-lime" })}>
            {link.label}
          </a>
        </div>
      </div>
    </section>
  );
}

function Review() {
  const { heading, testimonial, link } = copy.featured;
  return (
    <section className="on-dark relative overflow-hidden bg-bark-800 py-16 text-paper-50 md:py-28">
      <GrowthRings
        rings={8}
        seed={7}
        strokeWidth={0.25}
        className="absolute -top-40 -right-96 size-[44rem] text-bark-500/45 md:-top-64 md:-right-72 md:size-[60rem]"
      />
      <div className="page relative">
        <h2 className="mb-8 text-lg text-lime-400">{heading}</h2>
        <LargeQuote testimonial={testimonial} />
        <a href={link.to} className={buttonStyle({ variant: "outline-lime", className: "mt-10" })}>
          {link.label}
        </a>
      </div>
    </section>
  );
}
