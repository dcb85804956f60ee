import { headerNavigation } from "../../content/navigation";
import { CallButton } from "../call-button";
import { PhoneNumber } from "../phone-number";
import { Logo } from "./logo";
import { NavigationLink } from "./navigation-link";
import { ServicesDropdown } from "./services-dropdown";
import { SlideOutMenu } from "./slide-out-menu";

/** The header of every page. It stays in view, except on screens where it would take a large part of the height. */
export function SiteHeader() {
  return (
    <header className="tall:sticky top-0 z-20 bg-paper-50">
      <div className="page flex h-header items-center justify-between gap-4">
        <a href="/" className="rounded-sm text-canopy-900">
          <Logo />
        </a>
        <nav aria-label="Main" className="@nav:block hidden shrink-0">
          <ul className="flex items-center @nav-full:gap-1">
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
        <div className="flex shrink-0 items-center gap-2">
          <CallButton size="sm" variant="premium">
            <span className="max-sm:sr-only">
              Call <PhoneNumber />
            </span>
          </CallButton>
          <div className="@nav:hidden">
            <SlideOutMenu />
          </div>
        </div>
      </div>
    </header>
  );
}
