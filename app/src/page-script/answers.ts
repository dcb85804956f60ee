// Closes answers for browsers that ignore the name of `details`, and prints closed ones expanded.

const answers = Array.from(document.querySelectorAll<HTMLDetailsElement>("main details"));
const name = answers[0]?.getAttribute("name") ?? "";
let openOnes: HTMLDetailsElement[] = [];

for (const answer of answers) {
  answer.addEventListener("toggle", () => {
    if (!answer.open || !answer.hasAttribute("name")) return;
    for (const other of answers) if (other !== answer) other.open = false;
  });
}

addEventListener("beforeprint", () => {
  openOnes = answers.filter((answer) => answer.open);
  for (const answer of answers) {
    answer.removeAttribute("name");
    answer.open = true;
  }
});

addEventListener("afterprint", () => {
  for (const answer of answers) {
    answer.open = openOnes.includes(answer);
    answer.setAttribute("name", name);
  }
});

export {};
