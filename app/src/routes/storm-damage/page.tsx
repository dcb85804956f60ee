import { CallButton } from "../../components/call-button";
import { CallToAction } from "../../components/call-to-action";
import { PhoneNumber } from "../../components/phone-number";
import { LatePicture, Picture, screenWide } from "../../components/picture";
import { PointGrid } from "../../components/point-list";
import { Proof } from "../../components/proof";
import { SectionHead } from "../../components/section-head";
import { business } from "../../content/business";
import { figures } from "../../content/statistics";
import { ClockLine } from "./clock-line";
import * as copy from "./content";
import { StormMonths } from "./storm-months";
import { StormRain } from "./storm-rain";

/** The positions of the picture cards: two columns with pictures of different widths, the right one lower. */
const places = [
  "md:col-span-7",
  "md:col-span-5 md:mt-32",
  "md:col-span-5",
  "md:col-span-7 md:mt-24",
];

export default function StormDamage() {
  return (
    <>
      <EmergencyHead />
      <section className="on-dark bg-canopy-950 pt-band pb-band text-paper-50">
        <div className="page">
          <SectionHead copy={copy.steps} muted className="mb-6 md:mb-16" />
          <ClockLine />
        </div>
      </section>
      <WhenToCall />
      <section className="on-dark bg-canopy-950 pt-band text-paper-50">
        <div className="page grid items-start gap-x-20 gap-y-room-10 lg:grid-cols-[1fr_1.9fr]">
          <SectionHead copy={copy.emergencyServices} className="lg:sticky lg:top-28" />
          <PointGrid points={copy.emergencyServices.items} />
        </div>
      </section>
      <section className="on-dark bg-canopy-950 py-band text-paper-50">
        <div className="page">
          <SectionHead copy={copy.pictureCards} muted className="mb-room-12" />
          <ul className="grid @large-text:grid-cols-2 items-start gap-x-4 gap-y-room-14 md:grid-cols-12 md:gap-x-8">
            {Object.entries(copy.pictureCards.items).map(([title, { text, picture }], index) => (
              <li key={title} className={places[index]}>
                <LatePicture
                  name={picture}
                  sizes={`(min-width: 80rem) 43rem, (min-width: 48rem) 58vw, ${screenWide}`}
                  className="aspect-4/3 overflow-clip rounded-lg"
                />
                <h3 className="mt-room-5">{title}</h3>
                <p className="mt-0.5 max-w-text text-canopy-200 max-md:text-sm md:mt-2">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Insurance />
      <section className="page grid items-end gap-x-16 gap-y-room-10 py-band lg:grid-cols-[1fr_1.3fr]">
        <SectionHead copy={copy.stormSeasons} />
        <StormMonths />
      </section>
      <EmergencyCalls />
      <CallToAction copy={copy.closing} />
    </>
  );
}

/** The emergency banner as the head of this page. The phone number comes before everything else. */
function EmergencyHead() {
  const { eyebrow, heading, text } = copy.hero;
  return (
    <>
      <section className="on-dark relative overflow-clip bg-storm-700 pt-6 pb-56 text-paper-50 md:pt-16 md:pb-68 lg:pb-48">
        <StormRain className="absolute inset-0 text-paper-50 opacity-15" />
        <Picture
          name="storm-damage/pines"
          priority
          className="absolute right-0 bottom-0 h-48 w-auto max-w-none md:h-64 lg:h-[92%]"
        />
        <div className="page relative">
          <p className="mb-room-3 font-semibold text-lime-400">{eyebrow}</p>
          <h1 className="max-w-3xl">{heading}</h1>
          <p className="mt-room-5 max-w-xl text-lg">{text}</p>
          <CallButton
            variant={null}
            size={null}
            className="mt-room-7 min-h-20 w-full gap-3 border-transparent bg-orange-600 px-3 text-paper-0 text-xl hover:bg-canopy-950 sm:w-auto sm:px-8"
          >
            <span className="text-balance text-left text-base">
              Call now, answered {figures.emergency}
              <span className="figures block text-xl leading-none md:text-2xl">
                <PhoneNumber />
              </span>
            </span>
          </CallButton>
          <Proof className="mt-room-6" />
        </div>
      </section>
      <div className="canopy-line canopy-line-up text-canopy-950 [--far:var(--color-canopy-700)]" />
    </>
  );
}

/** The situations in which to call, in orange, with the one in which others must come first. */
function WhenToCall() {
  const { heading, text, items } = copy.whenToCall;
  return (
    <section className="on-dark bg-orange-600 py-band text-paper-0">
      <div className="page grid gap-x-16 gap-y-room-14 lg:grid-cols-[1.4fr_1fr]">
        <div>
          <h2>{heading}</h2>
          <ul className="mt-room-7">
            {items.map((item) => (
              <li
                key={item}
                className="border-paper-0/40 border-t-2 py-2.5 font-display font-extrabold text-lg leading-tight tracking-tight md:py-3.5"
              >
                {item}
              </li>
            ))}
          </ul>
          <p className="border-paper-0/40 border-t-2 pt-room-6 text-lg">{text}</p>
          <CallButton variant="premium" size="lg" className="mt-room-6" />
        </div>
        <div className="self-end overflow-clip rounded-lg bg-canopy-950">
          <SectionHead copy={copy.wires} className="px-5 pt-room-8 pb-room-6 md:px-8" />
          <LatePicture name="storm-damage/wires" className="aspect-2/1 w-full" />
        </div>
      </div>
    </section>
  );
}

/** The papers for the customer's insurance claim, as a sheet in a folder. */
function Insurance() {
  return (
    <section className="pt-band">
      <div className="page grid items-start gap-x-16 gap-y-room-12 lg:grid-cols-[1fr_1.3fr]">
        <SectionHead copy={copy.insurance} />
        <div className="relative pt-9">
          <span
            aria-hidden="true"
            className="absolute top-0 right-6 h-16 w-44 max-w-1/2 rounded-t-lg bg-bark-500 md:right-12"
          />
          <div className="relative rounded-lg bg-bark-500 px-3 pt-room-8 pb-room-6 md:px-6">
            <ol className="rounded-sm bg-paper-0 @max-large-text:px-2 px-5 md:px-9">
              {Object.entries(copy.insurance.items).map(([title, text]) => (
                <li key={title} className="border-paper-200 border-b-2 py-room-7 last:border-b-0">
                  <h3>{title}</h3>
                  <p className="mt-0.5 max-w-text md:mt-1.5">{text}</p>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Both numbers are shown as text, if there are two. The button of each dials the main one. */
function EmergencyCalls() {
  return (
    <section className="bg-paper-100 pt-band">
      <div className="page grid items-end gap-x-16 gap-y-room-10 lg:grid-cols-2">
        <SectionHead copy={copy.emergencyCalls} />
        <div>
          <dl className="grid-fit-20 grid gap-x-6">
            {[
              { name: "Main number", number: business.phone },
              { name: "Emergency number", number: business.emergencyPhone },
            ].map(
              ({ name, number }) =>
                number && (
                  <div key={name} className="border-bark-500/40 border-t-2 pt-3 pb-5">
                    <dt>{name}</dt>
                    <dd className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                      <span className="figures text-canopy-700 text-xl">
                        <PhoneNumber number={number} />
                      </span>{" "}
                      <CallButton variant="destructive">Call now</CallButton>
                    </dd>
                  </div>
                ),
            )}
          </dl>
        </div>
      </div>
    </section>
  );
}
