// The second script of the page for missing ones, which is built without a path: logs the path, and shows the
// advice that there is for it, or the page that may be meant. The page's own links say which pages there
// are, and by which names.

console.warn(`Page not found: ${location.pathname}`);

/** The words of a path or a name, but for those that say little. */
const words = (text = "") =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => word.length > 2 && word !== "tree");

const lastWords = (path = "") => words(path.slice(path.lastIndexOf("/")));

// Those of the page's own list first.
const links = ["main nav a", "nav a"].flatMap((selector) => [
  ...document.querySelectorAll<HTMLAnchorElement>(selector),
]);
const advices = [...document.querySelectorAll<HTMLElement>("[data-advice]")];
const suggestion = document.querySelector<HTMLAnchorElement>("[data-suggestion] a");

// The last part of a path says most.
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
