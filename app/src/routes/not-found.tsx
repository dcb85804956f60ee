import { useEffect, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { Picture } from "../components/picture";
import { buttonStyle } from "../components/ui/button";
import {
  adviceByPath,
  notFound,
  pagesLabel,
  returnLink,
  suggestionLabel,
} from "../content/not-found";
import { helpFor, pages } from "../features/not-found/known-paths";
import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/404");

const never = () => () => {};

export default function NotFound() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn(`Page not found: ${pathname}`);
  }, [pathname]);

  return (
    <section data-missing-page="" className="page pt-10 pb-40 md:pt-16">
      <div className="grid items-start gap-x-14 gap-y-6 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h1 className="text-4xl">{notFound.heading}</h1>
          <p className="mt-5 max-w-text text-lg">{notFound.text}</p>
          <Link
            to={returnLink.to}
            className={buttonStyle({ variant: "default", size: "lg", className: "mt-8" })}
          >
            {returnLink.label}
          </Link>
          {/* The room is kept, so that nothing moves when the help appears. */}
          <div className="mt-8 min-h-40 sm:min-h-32">
            <Help pathname={pathname} />
          </div>
        </div>
        <Picture name={notFound.picture} priority className="h-auto w-full rounded-lg" />
      </div>
      <nav aria-label={pagesLabel} className="mt-14 lg:mt-20">
        <h2 className="text-xl">{pagesLabel}</h2>
        <ul className="mt-5 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-4">
          {pages.map(({ label, to }) => (
            <li key={to} className="border-paper-200 border-t-2">
              <Link
                to={to}
                className="flex min-h-12 items-center font-semibold text-canopy-700 hover:underline"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}

/** Where the path could have led. The page is built without a path, so this waits for the browser. */
function Help({ pathname }: { pathname: string }) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const help = inBrowser ? helpFor(pathname) : undefined;
  if (!help) return null;

  const advice = help.kind === "advice" ? adviceByPath[help.path] : undefined;
  const link = help.kind === "page" ? help.link : advice?.link;
  if (!link) return null;
  return (
    <p className="max-w-text border-lime-400 border-l-6 pl-5 text-lg">
      {advice ? advice.text : suggestionLabel}{" "}
      <Link to={link.to} className="font-bold text-canopy-700 underline underline-offset-4">
        {link.label}
      </Link>
      {advice ? "." : "?"}
    </p>
  );
}
