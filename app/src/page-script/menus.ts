import { closest } from "../components/ui/closest";

// The menu and the dropdown are native elements. This script adds what they lack, and replaces `command`,
// `commandfor`, and `closedby` in browsers that do not support them.

/** The width from which the header has its wide navigation: Tailwind's `lg`. */
const WIDE = "(width >= 62rem)";

/** Opens and closes the menu, which is the only dialog, and the dropdown where their elements do not do it. */
export function openAndCloseMenus(): void {
  const menu = document.querySelector("dialog");
  const dropdown = document.querySelector<HTMLDetailsElement>("[data-dropdown]");
  const label = dropdown?.querySelector("summary");
  if (!menu || !dropdown || !label) return;
  const followMouse = (event: PointerEvent) => {
    if (event.pointerType === "mouse") dropdown.open = event.type === "pointerenter";
  };
  dropdown.addEventListener("pointerenter", followMouse);
  dropdown.addEventListener("pointerleave", followMouse);
  label.addEventListener("click", (event) => {
    // The click would close the dropdown that the mouse has opened.
    if (event.pointerType === "mouse" && dropdown.open) event.preventDefault();
  });
  const closeUnlessInside = ({ target }: { target: EventTarget | null }) => {
    if (target instanceof Node && !dropdown.contains(target)) dropdown.open = false;
  };
  addEventListener("pointerdown", closeUnlessInside);
  addEventListener("focusin", closeUnlessInside);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && dropdown.open) {
      dropdown.open = false;
      label.focus();
    } else if (event.key === "ArrowDown" && event.target === label) {
      event.preventDefault();
      dropdown.open = true;
      dropdown.querySelector("a")?.focus();
    }
  });
  addEventListener("click", ({ target }) => {
    const button = closest(target, "button[commandfor]");
    if (button && !("commandForElement" in button)) {
      if (menu.open) menu.close();
      else menu.showModal();
    }
    // The backdrop is the dialog itself, and its content fills its box. With `closedby` the dialog is closed already.
    if (target === menu || closest(target, "a")) {
      menu.close();
      dropdown.open = false;
    }
  });
  matchMedia(WIDE).addEventListener("change", () => menu.close());
}
