import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { Stump } from "../components/drawings/stump";
import { buttonStyle } from "../components/ui/button";
import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/404");

export default function NotFound() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn(`Page not found: ${pathname}`);
  }, [pathname]);

  return (
    <section className="page grid items-end gap-8 pt-12 pb-36 md:grid-cols-2 md:pt-20">
      <div className="flex flex-col items-start gap-5 md:pb-24">
        <h1 className="text-3xl">Oops! Page not found</h1>
        <p className="max-w-text text-lg">Something stood here once. Only the stump is left.</p>
        <Link to="/" className={buttonStyle({ variant: "default", size: "lg" })}>
          Return to Home
        </Link>
      </div>
      <Stump className="mx-auto w-full max-w-lg" />
    </section>
  );
}
