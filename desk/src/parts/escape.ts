import { useEffect } from "react";

/** Makes Escape go back to a view, unless a dialog is open, which it closes. */
export function useEscape(back: string) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The sign-in page hides the desk.
      const isCovered = document.querySelector("dialog[open], #desk[hidden]");
      // Where there is no view to go back to, Escape clears the search field.
      if (event.key !== "Escape" || isCovered || location.hash.startsWith(back)) return;
      event.preventDefault();
      location.hash = back;
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [back]);
}
