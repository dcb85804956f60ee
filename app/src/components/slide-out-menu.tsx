import { useId, useRef } from "react";
import { useLocation } from "react-router";
import { menuNavigation } from "../content/navigation";
import { CallButton } from "./call-button";
import { Logo } from "./logo";
import { NavigationLink, navigationStyle } from "./navigation-link";
import { Button } from "./ui/button";
import { Icon } from "./ui/icon";

/** The menu of small screens. A modal dialog: Escape, focus and the page behind are the browser's. */
export function SlideOutMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { pathname } = useLocation();

  const close = () => dialog.current?.close();

  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-controls={id}
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" className="size-7" />
      </Button>
      <dialog
        ref={dialog}
        id={id}
        aria-label="Menu"
        closedby="any"
        className="m-0 ml-auto h-dvh max-h-none w-full max-w-sm bg-paper-50 text-canopy-950 backdrop:bg-canopy-950/60 motion-safe:open:animate-menu-in"
      >
        <div className="flex min-h-full flex-col">
          <div className="flex h-header items-center justify-between border-paper-200 border-b px-5">
            <Logo />
            <Button variant="ghost" size="icon" aria-label="Close menu" onClick={close}>
              <Icon name="close" className="size-7" />
            </Button>
          </div>
          <nav aria-label="Menu" className="grow px-2 py-4">
            <ul>
              {menuNavigation.map((item) =>
                "links" in item ? (
                  <li key={item.label}>
                    <details className="group" open={pathname.startsWith(item.under) || undefined}>
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
                            <NavigationLink link={link} size="lg" onClick={close} />
                          </li>
                        ))}
                      </ul>
                    </details>
                  </li>
                ) : (
                  <li key={item.to}>
                    <NavigationLink link={item} size="lg" onClick={close} />
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
