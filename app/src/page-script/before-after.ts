/** Moves the line between two pictures with its range input. */
export function moveBeforeAfterLine(): void {
  for (const range of document.querySelectorAll<HTMLInputElement>("[data-before-after]")) {
    const follow = () => {
      const { value } = range;
      range.parentElement?.style.setProperty("--split", `${value}%`);
      range.ariaValueText = `${value}% before`;
    };
    range.addEventListener("input", follow);
    // The visitor may have moved it before this script loaded, or the browser may have restored its value.
    follow();
  }
}
