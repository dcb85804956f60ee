/** Shows this year, on a page that was built in another one. */
export function showCurrentYear(): void {
  const year = document.querySelector("[data-current-year]");
  if (year) year.textContent = `${new Date().getFullYear()}`;
}
