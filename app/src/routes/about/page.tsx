import { AreaTiles } from "../../components/area-tiles";
import { CallToAction } from "../../components/call-to-action";
import { PageHead } from "../../components/page-head";
import { Papers } from "../../components/papers";
import { LatePicture, Picture, screenWide } from "../../components/picture";
import { PointRows } from "../../components/point-list";
import { SectionHead } from "../../components/section-head";
import { type Founder, founders } from "../../content/founders";
import * as copy from "./content";

export default function About() {
  return (
    <>
      <PageHead
        copy={copy.hero}
        reviewed="Tree Pruning"
        aside={
          <Picture
            name="about/founders-truck"
            priority
            className="relative -mb-16 w-full rounded-lg lg:-mb-36"
          />
        }
      />
      <Story />
      <Founders />
      <Values />
      <section className="page grid grid-cols-1 items-start gap-x-20 gap-y-room-10 py-band lg:grid-cols-[1fr_1.4fr]">
        <SectionHead copy={copy.credentials} className="lg:sticky lg:top-28">
          <Papers />
        </SectionHead>
        <PointRows points={copy.credentials.items} />
      </section>
      <Areas />
      <CallToAction copy={copy.closing} />
    </>
  );
}

function Story() {
  const { heading, paragraphs } = copy.story;
  const [first, ...others] = paragraphs;
  return (
    <section className="page grid grid-cols-1 items-start gap-x-16 gap-y-4 pt-28 pb-band md:pt-32 lg:grid-cols-[1fr_1.1fr] lg:pt-56">
      <div>
        <h2>{heading}</h2>
        <p className="mt-room-6 text-lg">{first}</p>
      </div>
      <div className="grid gap-y-room-5">
        {others.map((paragraph) => (
          <p key={paragraph} className="max-w-text">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  );
}

/** The founders: two at the ends of one rope, and the others below the first. */
function Founders() {
  const [climber, groundsman, ...others] = founders;
  return (
    <section className="on-dark overflow-clip bg-canopy-900 text-paper-50">
      <div className="page grid grid-cols-1 gap-x-6 gap-y-room-10 pt-band lg:grid-cols-[1fr_20rem_1fr]">
        <SectionHead copy={copy.foundersHead} />
        <Portrait founder={climber} className="lg:col-start-1 lg:row-start-2" />
        {/* The limb that holds the rope extends beyond its column on the right. */}
        <div className="w-48 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:-mt-24 lg:w-full lg:self-end">
          <LatePicture name="about/founders-rope" className="aspect-4/3 w-[350%]" />
        </div>
        <Portrait founder={groundsman} className="pb-band lg:col-start-3 lg:row-start-3" />
        {others.map((founder) => (
          <Portrait key={founder.name} founder={founder} className="pb-band lg:col-start-1" />
        ))}
      </div>
    </section>
  );
}

/** A founder's portrait, with the text about them below it. */
function Portrait({ founder, className }: { founder: Founder; className: string }) {
  const { name, role, bio, portrait } = founder;
  return (
    <article className={className}>
      <Picture name={portrait} sizes="12rem" className="mb-5 w-48 rounded-lg" />
      <h3>{name}</h3>
      <p className="mt-0.5 font-semibold text-lg text-lime-400">{role}</p>
      <p className="mt-room-4 max-w-text text-canopy-200">{bio}</p>
    </article>
  );
}

/** The values as four signs on a wall, each with its explanation below. */
function Values() {
  return (
    <section className="pt-band">
      <div className="page">
        <SectionHead copy={copy.values} wide />
        <ul className="grid-fit-9 mt-room-12 grid gap-x-6 gap-y-room-10">
          {Object.entries(copy.values.items).map(([title, text]) => (
            <li key={title}>
              <Nail />
              <h3 className="border-4 border-bark-800 bg-paper-0 px-1 py-room-6 text-center text-canopy-700">
                {title}
              </h3>
              <p className="mt-room-5 max-md:text-sm">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Nail() {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 44" className="mx-auto -mb-1 block w-24">
      <path d="M10 44 100 8l90 36" fill="none" stroke="var(--color-bark-500)" strokeWidth="2" />
      <circle cx="100" cy="8" r="5" fill="var(--color-canopy-950)" />
    </svg>
  );
}

/** The skyline behind trees, and the service areas below. */
function Areas() {
  return (
    <section>
      <Picture name="about/skyline" sizes={screenWide} className="min-h-40 w-full object-cover" />
      <div className="on-dark">
        <div className="canopy-line canopy-line-up text-canopy-900" />
        <div className="bg-canopy-900 pt-room-8 pb-band text-paper-50">
          <div className="page">
            <SectionHead copy={copy.serviceAreas} muted className="mb-room-10" />
            <AreaTiles towns />
          </div>
        </div>
      </div>
    </section>
  );
}
