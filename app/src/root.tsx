import { type ReactNode, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from "react-router";
import type { Route } from "./+types/root";
import { appIsRunning } from "./boot/app-start";
import { CallButton } from "./components/call-button";
import { SiteFooter } from "./components/site-footer";
import { SiteHeader } from "./components/site-header";
import displayFont from "./fonts/bricolage-grotesque.woff2";
import textFont from "./fonts/figtree.woff2";
import { themeColor } from "./seo/theme-color";
import "./styles/app.css";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
  ...[displayFont, textFont].map((href) => ({
    rel: "preload",
    href,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
];

export function Layout({ children }: { children: ReactNode }) {
  // The hook of `<ScrollRestoration>`, without its inline script: where React is not running yet,
  // the browser restores the position by itself.
  useScrollRestoration();
  useEffect(appIsRunning, []);

  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={themeColor} />
        <Meta />
        <Links />
      </head>
      <body>
        <a
          href="#main"
          className="sr-only z-30 rounded-sm bg-lime-400 px-4 py-2 font-bold focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to the content
        </a>
        <SiteHeader />
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
        <SiteFooter />
        {/* The browser has no use for them again: the build puts them aside (tools/defer-app.mjs). */}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** A page that broke. The number still works. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  console.error(isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : error);
  return (
    <section className="page flex flex-col items-start gap-6 pt-20 pb-40">
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="max-w-text text-lg">
        This page broke off. Load it again, or call us: the telephone needs no page.
      </p>
      <CallButton size="lg" />
    </section>
  );
}
