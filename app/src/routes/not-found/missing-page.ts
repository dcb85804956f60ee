// The second script of the 404 page, which is built without a path. It logs the path, and shows the advice
// for the path or a link to the page that the visitor may have meant. It takes the pages and their names from
// the page's own links.

console.warn(`Page not found: ${location.pathname}`);

/** Returns the words of a path or a name, without those that mean little. */
const words = (text = "") =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => word.length > 2 && word !== "tree");

const lastWords = (path = "") => words(path.slice(path.lastIndexOf("/")));

// The links of the page's own list come first.
const links = ["main nav a", "nav a"].flatMap((selector) => [
  ...document.querySelectorAll<HTMLAnchorElement>(selector),
]);
const advices = [...document.querySelectorAll<HTMLElement>("[data-advice]")];
const suggestion = document.querySelector<HTMLAnchorElement>("[data-suggestion] a");

// The last segment of a path means the most.
for (const typed of words(location.pathname).reverse()) {
  const advice = advices.find(({ dataset }) => lastWords(dataset.advice).includes(typed));
  if (advice) {
    advice.hidden = false;
    break;
  }
  const meant = links.find(({ pathname, textContent }) =>
    [...lastWords(pathname), ...words(textContent)].includes(typed),
  );
  if (meant && suggestion?.parentElement) {
    suggestion.href = meant.href;
    suggestion.textContent = meant.textContent;
    suggestion.parentElement.hidden = false;
    break;
  }
}

export {};
