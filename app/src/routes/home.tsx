import { Link } from "react-router";
import { CallButton } from "../components/call-button";
import { Foliage } from "../components/drawings/foliage";
import { OakOverHouse } from "../components/drawings/oak-over-house";
import { buttonStyle } from "../components/ui/button";
import { business } from "../content/business";
import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/");

const facts = [
  { figure: "500+", text: "projects since 2020" },
  { figure: "24/7", text: "emergency service" },
  { figure: "24 h", text: "at most until you hear from us" },
];

export default function Home() {
  return (
    <>
      <section className="on-dark relative overflow-hidden bg-canopy-900 pt-10 pb-6 text-paper-50 md:pt-20">
        <Foliage className="absolute inset-y-0 right-0 h-full" />
        <div className="page relative">
          <h1 className="max-w-4xl text-4xl">The limb comes down. Nothing else does.</h1>
          <p className="mt-6 max-w-text text-canopy-200 text-lg">
            We are two brothers who climb. Removal, pruning and storm work in Atlanta and seven
            counties: licensed, bonded, insured, and careful with your azaleas.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <CallButton size="lg" />
            <Link to="/contact" className={buttonStyle({ variant: "outline-lime", size: "lg" })}>
              Get Free Estimate
            </Link>
          </div>
        </div>
      </section>
      <div className="canopy-line text-canopy-900" />
      <div className="overflow-x-clip">
        <OakOverHouse className="mx-auto -mb-px block w-full min-w-[34rem] max-w-6xl overflow-visible max-sm:ml-[calc(100%-31rem)]" />
      </div>
      <section className="bg-paper-200 pt-8 pb-40">
        <dl className="page grid gap-8 sm:grid-cols-3">
          {facts.map(({ figure, text }) => (
            <div key={figure} className="flex flex-col-reverse justify-end">
              <dt>{text}</dt>
              <dd className="figures text-3xl text-canopy-700">{figure}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
