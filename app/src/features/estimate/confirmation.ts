/** The page with the confirmation: a reload shows it again. */
const ADDRESS = "/contact?sent";

/** Loads the confirmation. Answers what shows it in the form's place, until a link leads to the form again. */
export async function loadConfirmation(): Promise<() => void> {
  const response = await fetch(ADDRESS);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const confirmation = page.getElementById("confirmation");
  const place = document.getElementById("estimate");
  if (!confirmation || !place) throw new Error("There is no confirmation");
  for (const { src } of page.scripts) {
    if (!src) continue;
    import(/* @vite-ignore */ src).catch(() => {
      // The form with photographs works without.
    });
  }

  const showForm = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest("a[href$='#estimate']"))) return;
    document.removeEventListener("click", showForm);
    confirmation.remove();
    place.hidden = false;
    // Now the link finds the form on this page.
    history.replaceState(null, "", "/contact");
  };
  return () => {
    place.before(confirmation);
    place.hidden = true;
    history.replaceState(null, "", ADDRESS);
    confirmation.querySelector<HTMLElement>("[autofocus]")?.focus({ preventScroll: true });
    confirmation.scrollIntoView();
    document.addEventListener("click", showForm);
  };
}
