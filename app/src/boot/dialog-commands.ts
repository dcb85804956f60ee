// What `command`, `commandfor` and `closedby` do, for browsers that do not know them.

/** Opens and closes dialogs for their buttons. */
export function followDialogCommands(): void {
  if ("commandForElement" in HTMLButtonElement.prototype) return;
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("button[commandfor]");
    if (!button) return;
    const dialog = document.getElementById(button.getAttribute("commandfor") ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button.getAttribute("command") === "show-modal") dialog.showModal();
    else dialog.close();
  });
}

/** Closes a dialog when the visitor presses beside it. */
export function closeDialogsOnOutsideClick(): void {
  if ("closedBy" in HTMLDialogElement.prototype) return;
  document.addEventListener("click", ({ target }) => {
    // The backdrop is the dialog itself; its box is filled by what stands in it.
    if (target instanceof HTMLDialogElement) target.close();
  });
}
