import { Picture } from "../../components/picture";
import { buttonStyle } from "../../components/ui/button";
import { menuNavigation } from "../../content/navigation";
import { adviceByPath, notFound, pagesLabel, returnLink, suggestionLabel } from "./content";

const pages = menuNavigation.flatMap((item) => ("links" in item ? item.links : [item]));

const helpStyle = "max-w-text border-lime-400 border-l-6 pl-5 text-lg";
const helpLinkStyle = "font-bold text-canopy-700 underline underline-offset-4";

/** The 404 page. Its script finds out what the path could mean (`missing-page.ts`). */
export default function NotFound() {
  return (
    <section className="page pt-8 pb-28 md:pt-16 md:pb-40">
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[1fr_1.15fr] lg:grid-rows-[auto_1fr]">
        <div>
          <h1 className="text-4xl">{notFound.heading}</h1>
          <p className="mt-5 max-w-text text-lg">{notFound.text}</p>
          <a
            href={returnLink.to}
            className={buttonStyle({ variant: "default", size: "lg", className: "mt-8" })}
          >
            {returnLink.label}
          </a>
        </div>
        <Picture
          name="not-found/stump"
          priority
          className="h-auto w-full rounded-lg lg:row-span-2"
        />
        {/* The space is reserved, so that nothing moves when the help appears. */}
        <div role="status" className="min-h-40 sm:min-h-32">
          <p data-suggestion="" hidden className={helpStyle}>
            {suggestionLabel} {/* The script inserts the page that the visitor may have meant. */}
            <a href={returnLink.to} className={helpLinkStyle}>
              {returnLink.label}
            </a>
            ?
          </p>
          {Object.entries(adviceByPath).map(([path, { text, link }]) => (
            <p key={path} data-advice={path} hidden className={helpStyle}>
              {text}{" "}
              <a href={link.to} className={helpLinkStyle}>
                {link.label}
              </a>
              .
            </p>
          ))}
        </div>
      </div>
      <nav aria-label={pagesLabel} className="lg:mt-20">
        <h2 className="text-xl">{pagesLabel}</h2>
        <ul className="mt-5 grid grid-cols-2 gap-x-6 md:gap-x-10 lg:grid-cols-4">
          {pages.map(({ label, to }) => (
            <li key={to} className="border-paper-200 border-t-2">
              <a
                href={to}
                className="flex min-h-12 items-center font-semibold text-canopy-700 hover:underline"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <script type="module" src="/src/routes/not-found/missing-page.ts" />
    </section>
  );
}
