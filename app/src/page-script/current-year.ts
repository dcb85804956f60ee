/** Shows the current year on a page that was built in an earlier one. */
export function showCurrentYear(): void {
  const year = document.querySelector("[data-current-year]");
  if (year) year.textContent = `${new Date().getFullYear()}`;
}
