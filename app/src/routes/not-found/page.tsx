import { Picture } from "../../components/picture";
import { buttonStyle } from "../../components/ui/button";
import { menuNavigation } from "../../content/navigation";
import { adviceByPath, notFound, pagesLabel, returnLink, suggestionLabel } from "./content";

/** The pages of the menu, without its link to a part of one. */
const pages = menuNavigation
  .flatMap((item) => ("links" in item ? item.links : [item]))
  .filter(({ to }) => !to.includes("#"));

const helpStyle = "border-lime-400 border-l-6 pl-5";
const helpLinkStyle = "font-bold text-canopy-700 underline underline-offset-4";

/** The 404 page. Its script finds out what the path could mean (`missing-page.ts`). */
export default function NotFound() {
  return (
    <section className="page pt-8 pb-28 md:pt-16 md:pb-40">
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h1>{notFound.heading}</h1>
          {/* The help takes the place of the first sentence. Its space is reserved, so that nothing moves. */}
          <div
            role="status"
            className="mt-5 min-h-18 max-w-text [&:has([data-help]:not([hidden]))>:first-child]:hidden"
          >
            <p className="text-lg">{notFound.text}</p>
            <p data-help="" data-suggestion="" hidden className={helpStyle}>
              {suggestionLabel} {/* The script inserts the page that the visitor may have meant. */}
              <a href={returnLink.to} className={helpLinkStyle}>
                {returnLink.label}
              </a>
              ?
            </p>
            {Object.entries(adviceByPath).map(([path, { text, link }]) => (
              <p key={path} data-help="" data-advice={path} hidden className={helpStyle}>
                {text}{" "}
                <a href={link.to} className={helpLinkStyle}>
                  {link.label}
                </a>
                .
              </p>
            ))}
          </div>
          <a
            href={returnLink.to}
            className={buttonStyle({ variant: "default", size: "lg", className: "mt-5" })}
          >
            {returnLink.label}
          </a>
        </div>
        <Picture name="not-found/stump" priority className="h-auto w-full rounded-lg" />
      </div>
      <nav aria-label={pagesLabel} className="mt-12 lg:mt-20">
        <h2>{pagesLabel}</h2>
        <ul className="grid-fit-10 mt-5 grid gap-x-6">
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
