/** The link in emergency banners, and below the menu's call button, to what one does until the crew is there. It inherits the text color. */
export function StormLink() {
  return (
    <a
      href="/services/storm-damage"
      className="mt-2 inline-block py-1 font-semibold underline underline-offset-4"
    >
      Storm damage: what to do now
    </a>
  );
}
