import { menuNavigation } from "../../content/navigation";
import { CallButton } from "../call-button";
import { Button, buttonStyle } from "../ui/button";
import { Icon } from "../ui/icon";
import { useCurrentPath } from "./current-path";
import { Logo } from "./logo";
import { NavigationLink, navigationStyle } from "./navigation-link";

const linkStyle = buttonStyle({ variant: "ghost", size: "icon" });

const ID = "menu";

/** Where no element is: a link there takes the menu out of the address and moves nothing. */
const ELSEWHERE = "#closed";

/**
 * The menu of small screens. A modal dialog: opening and closing, Escape, focus and the page behind
 * are the browser's. Without JavaScript the address opens it, in every browser there is.
 */
export function SlideOutMenu() {
  const currentPath = useCurrentPath();
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        command="show-modal"
        commandfor={ID}
        className="noscript:hidden"
      >
        <Icon name="menu" className="size-7" />
      </Button>
      <noscript>
        <a href={`#${ID}`} aria-label="Open menu" className={linkStyle}>
          <Icon name="menu" className="size-7" />
        </a>
      </noscript>
      <dialog
        id={ID}
        aria-label="Menu"
        closedby="any"
        className="fixed inset-y-0 right-0 left-auto m-0 ml-auto h-dvh max-h-none w-full max-w-sm bg-paper-50 text-canopy-950 backdrop:bg-canopy-950/60 noscript:target:block motion-safe:open:animate-menu-in"
      >
        <div className="flex min-h-full flex-col">
          <div className="flex h-header items-center justify-between border-paper-200 border-b px-5">
            <Logo />
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close menu"
              command="close"
              commandfor={ID}
              className="noscript:hidden"
            >
              <Icon name="close" className="size-7" />
            </Button>
            <noscript>
              <a href={ELSEWHERE} aria-label="Close menu" className={linkStyle}>
                <Icon name="close" className="size-7" />
              </a>
            </noscript>
          </div>
          <nav aria-label="Menu" className="grow px-2 py-4">
            <ul>
              {menuNavigation.map((item) =>
                "links" in item ? (
                  <li key={item.label}>
                    <details
                      className="group"
                      open={currentPath.startsWith(item.under) || undefined}
                    >
                      <summary
                        className={navigationStyle({
                          size: "lg",
                          className: "cursor-pointer list-none justify-between",
                        })}
                      >
                        {item.label}
                        <Icon name="down" className="group-open:rotate-180" />
                      </summary>
                      <ul className="mb-2 ml-3 border-paper-200 border-l-2 pl-2">
                        {item.links.map((link) => (
                          <li key={link.to}>
                            <NavigationLink link={link} size="lg" />
                          </li>
                        ))}
                      </ul>
                    </details>
                  </li>
                ) : (
                  <li key={item.to}>
                    <NavigationLink link={item} size="lg" />
                  </li>
                ),
              )}
            </ul>
          </nav>
          <div className="border-paper-200 border-t p-5">
            <CallButton size="lg" className="w-full" />
          </div>
        </div>
      </dialog>
    </>
  );
}
