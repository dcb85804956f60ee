// The menu and the dropdown are native. What their elements leave open, and what `command`,
// `commandfor` and `closedby` do in browsers that do not know them, is done here.

/** From here on the header has its wide navigation: Tailwind's `lg`. */
const WIDE = "(width >= 62rem)";

/** Opens and closes dialogs for their buttons, and when the visitor presses beside them. */
export function followDialogCommands(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest("button[commandfor]");
    if (button && !("commandForElement" in button)) {
      const dialog = document.getElementById(button.getAttribute("commandfor") ?? "");
      if (!(dialog instanceof HTMLDialogElement)) return;
      if (button.getAttribute("command") === "show-modal") dialog.showModal();
      else dialog.close();
    }
    // The backdrop is the dialog itself; its content fills its box.
    const closesItself = "closedBy" in HTMLDialogElement.prototype;
    if (target instanceof HTMLDialogElement && !closesItself) target.close();
  });
}

/** Opens the dropdown under a mouse, for as long as it is there or until a click keeps it, and by ArrowDown. */
export function openDropdown(): void {
  const dropdown = document.querySelector<HTMLDetailsElement>("[data-dropdown]");
  const label = dropdown?.querySelector("summary");
  if (!dropdown || !label) return;
  let hovered = false;
  dropdown.addEventListener("pointerenter", ({ pointerType }) => {
    if (pointerType === "mouse" && !dropdown.open) hovered = dropdown.open = true;
  });
  dropdown.addEventListener("pointerleave", () => {
    if (hovered) hovered = dropdown.open = false;
  });
  label.addEventListener("click", (event) => {
    if (hovered && dropdown.open) event.preventDefault();
    hovered = false;
  });
  label.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    dropdown.open = true;
    dropdown.querySelector("a")?.focus();
  });
}

/**
 * Closes the menu and the dropdown when something in them is chosen; the dropdown when the visitor goes elsewhere;
 * the menu when its button is not shown any more.
 */
export function closeMenus(): void {
  const menu = document.querySelector("dialog");
  const dropdown = document.querySelector<HTMLDetailsElement>("[data-dropdown]");
  const closeUnlessInside = ({ target }: { target: EventTarget | null }) => {
    if (dropdown && target instanceof Node && !dropdown.contains(target)) dropdown.open = false;
  };
  document.addEventListener("pointerdown", closeUnlessInside);
  document.addEventListener("focusin", closeUnlessInside);
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !dropdown?.open) return;
    dropdown.open = false;
    dropdown.querySelector("summary")?.focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("a")) return;
    if (menu?.contains(target)) menu.close();
    if (dropdown?.contains(target)) dropdown.open = false;
  });
  matchMedia(WIDE).addEventListener("change", () => menu?.close());
}
