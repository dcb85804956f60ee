import { themeColor } from "browser/theme-color";
import type { ReactNode } from "react";
import { CallBar } from "./components/layout/call-bar";
import { CurrentPath } from "./components/layout/current-path";
import { SiteFooter } from "./components/layout/site-footer";
import { SiteHeader } from "./components/layout/site-header";
import type { PageMeta } from "./pages";
import { MetaTags } from "./seo/meta-tags";

/** The font files of the two typefaces. `styles/fonts.css` names them too. */
const FONTS = ["/src/fonts/bricolage-grotesque.woff2", "/src/fonts/figtree.woff2"];

/** A whole HTML document: the parts that all pages share, around the page's own. */
export function PageDocument({ page, children }: { page: PageMeta; children: ReactNode }) {
  return (
    <CurrentPath value={page.path}>
      <html lang="en">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="theme-color" content={themeColor} />
          {/* A number in the text is not a link: only the call buttons are, and they record the click. */}
          <meta name="format-detection" content="telephone=no" />
          <MetaTags page={page} />
          <link rel="icon" href="/favicon.ico" sizes="32x32" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href="/site.webmanifest" />
          {FONTS.map((href) => (
            <link
              key={href}
              rel="preload"
              href={href}
              as="font"
              type="font/woff2"
              crossOrigin="anonymous"
            />
          ))}
          <link rel="stylesheet" href="/src/styles/app.css" />
          {page.path.startsWith("/contact") && (
            <link
              rel="stylesheet"
              href="/src/styles/night.css"
              media="screen and (prefers-color-scheme: dark) and (forced-colors: none)"
            />
          )}
          <script type="module" src="/src/page-script/page.ts" />
        </head>
        <body>
          <a
            href="#main"
            className="fixed top-3 left-3 z-30 -translate-y-24 rounded-sm bg-lime-400 px-4 py-2 font-bold focus:translate-y-0"
          >
            Skip to the content
          </a>
          <SiteHeader />
          <main id="main" tabIndex={-1} className="outline-none">
            {children}
          </main>
          <SiteFooter />
          <CallBar />
        </body>
      </html>
    </CurrentPath>
  );
}
