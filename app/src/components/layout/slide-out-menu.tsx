import type { ComponentProps } from "react";
import { menuNavigation } from "../../content/navigation";
import { CallButton } from "../call-button";
import { StormLink } from "../storm-link";
import { Button, buttonStyle } from "../ui/button";
import { Icon } from "../ui/icon";
import { useCurrentPath } from "./current-path";
import { Logo } from "./logo";
import { NavigationLink, navigationStyle } from "./navigation-link";

const style = { variant: "ghost", size: "icon" } as const;

const ID = "menu";

/** A fragment that matches no element: the link removes the menu from the address and does not scroll. */
const ELSEWHERE = "#closed";

/** The menu of small screens: a modal dialog. Without JavaScript, the fragment of the address opens it. */
export function SlideOutMenu() {
  const currentPath = useCurrentPath();
  return (
    <>
      <MenuButton
        icon="menu"
        label="Open menu"
        href={`#${ID}`}
        aria-haspopup="dialog"
        command="show-modal"
      />
      <dialog
        id={ID}
        aria-label="Menu"
        closedby="any"
        className="fixed inset-y-0 right-0 left-auto m-0 ml-auto h-dvh max-h-none w-full max-w-sm bg-paper-50 text-canopy-950 backdrop:bg-canopy-950/60 noscript:target:block motion-safe:open:animate-menu-in"
      >
        <div className="flex min-h-full flex-col">
          <div className="flex h-header items-center justify-between border-paper-200 border-b px-5">
            <Logo />
            <MenuButton icon="close" label="Close menu" href={ELSEWHERE} command="close" />
          </div>
          <nav aria-label="Menu" className="grow px-2 py-4">
            <ul>
              {menuNavigation.map((item) => (
                <li key={item.label}>
                  {"links" in item ? (
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
                  ) : (
                    <NavigationLink link={item} size="lg" />
                  )}
                </li>
              ))}
            </ul>
          </nav>
          <div className="border-paper-200 border-t p-5">
            <CallButton size="lg" className="w-full" />
            <StormLink />
          </div>
        </div>
      </dialog>
    </>
  );
}

/** Opens or closes the menu by an invoker command; without JavaScript, by a link to the menu or away from it. */
function MenuButton({
  icon,
  label,
  href,
  ...props
}: ComponentProps<typeof Button> & { icon: "menu" | "close"; label: string; href: string }) {
  const drawing = <Icon name={icon} className="size-7" />;
  return (
    <>
      <Button {...style} aria-label={label} {...props} commandfor={ID} className="noscript:hidden">
        {drawing}
      </Button>
      <noscript>
        <a href={href} aria-label={label} className={buttonStyle(style)}>
          {drawing}
        </a>
      </noscript>
    </>
  );
}
