import { areaLabel, areas } from "../../content/areas";
import { business } from "../../content/business";
import { footerLinks, footerServices } from "../../content/navigation";
import { CallButton } from "../call-button";
import { SocialLinks } from "../social-links";
import { Logo } from "./logo";

/** The footer of every page. */
export function SiteFooter() {
  return (
    <footer className="on-dark">
      <div className="canopy-line canopy-line-up text-canopy-950" />
      <div className="bg-canopy-950 pt-room-10 pb-room-8 text-paper-100 within-reach:max-md:pb-24">
        <div className="page">
          <div className="grid gap-x-6 gap-y-room-8 md:grid-cols-2 md:gap-x-12 lg:grid-cols-[1.4fr_1fr_1fr]">
            <div className="flex flex-col items-start gap-y-room-4 md:max-lg:col-span-2">
              <Logo />
              <p className="max-w-72 font-display font-extrabold text-lg text-paper-50 tracking-tight">
                {business.mission}
              </p>
              {/* On phones, the button above it and the call bar are near enough. */}
              <CallButton
                variant="outline-lime"
                className="max-md:min-h-11 max-md:border-0 max-md:px-0"
              />
              <p className="text-canopy-200">
                {business.serving}
                {business.emergencyService && <br />}
                {business.emergencyService}
              </p>
            </div>
            <nav aria-label="Services">
              <h2 className="mb-room-3 text-lg text-lime-400">Services</h2>
              <ul className="max-md:columns-[8rem]">
                {footerServices.map(({ label, to }) => (
                  <li key={label}>
                    <a href={to} className="inline-block py-1 hover:underline">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <div>
              <h2 className="mb-room-3 text-lg text-lime-400">Service Areas</h2>
              <ul className="max-md:columns-[8rem]">
                {areas.map((area) => (
                  <li key={area.name} className="md:py-1">
                    {areaLabel(area)}
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <div className="mt-room-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-room-3 border-canopy-700 border-t pt-room-6 text-canopy-200 text-sm">
            <p>
              {/* The page's script replaces the year if the page was built in an earlier one. */}©{" "}
              <span data-current-year="">{import.meta.env.VITE_BUILD_YEAR}</span> {business.name}
            </p>
            <ul className="flex flex-wrap gap-x-6">
              {footerLinks.map(({ label, to }) => (
                <li key={to}>
                  <a href={to} className="inline-block py-1 hover:text-paper-50 hover:underline">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
            <SocialLinks className="py-1 hover:text-paper-50" />
          </div>
        </div>
      </div>
    </footer>
  );
}
