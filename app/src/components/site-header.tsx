import { business } from "../content/business";
import { headerNavigation } from "../content/navigation";
import { CallButton } from "./call-button";
import { Logo } from "./logo";
import { NavigationLink } from "./navigation-link";
import { ServicesDropdown } from "./services-dropdown";
import { SlideOutMenu } from "./slide-out-menu";

/** Stays in sight on every page: home, the ways through the site, the number. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-20 bg-paper-50">
      <div className="page flex h-header items-center justify-between gap-4">
        <a href="/" className="rounded-sm text-canopy-900">
          <Logo />
        </a>
        <nav aria-label="Main" className="hidden lg:block">
          <ul className="flex items-center xl:gap-1">
            {headerNavigation.map((item) => (
              <li key={item.label}>
                {"links" in item ? (
                  <ServicesDropdown group={item} />
                ) : (
                  <NavigationLink link={item} />
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center gap-2">
          <CallButton size="sm" variant="premium">
            <span className="whitespace-nowrap max-sm:sr-only">{business.phone.display}</span>
          </CallButton>
          <div className="lg:hidden">
            <SlideOutMenu />
          </div>
        </div>
      </div>
    </header>
  );
}
