/** Shows this year, on a page that was built in another one. */
export function showCurrentYear(): void {
  for (const element of document.querySelectorAll("[data-current-year]")) {
    element.textContent = `${new Date().getFullYear()}`;
  }
}
