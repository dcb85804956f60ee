/** Makes the line between two pictures follow its range input. */
export function moveBeforeAfterLine(): void {
  for (const range of document.querySelectorAll<HTMLInputElement>("[data-before-after]")) {
    const follow = () => {
      const { value } = range;
      range.parentElement?.style.setProperty("--split", `${value}%`);
      range.setAttribute("aria-valuetext", `${value}% before`);
    };
    range.addEventListener("input", follow);
    // The visitor may have been quicker than this script, or the browser has brought the value back.
    follow();
  }
}
