import { token } from "../../palette.ts";
import { Drawing, element, filled, placed } from "../../svg.ts";

/** The mark of the site's header, two crowns on one trunk, on a ground with rounded corners. */
export default function favicon() {
  return new Drawing(64, 64).add(
    element("rect", { width: 64, height: 64, rx: 14, fill: token("canopy-900") }),
    placed(
      8,
      8.5,
      1,
      filled(
        "M26 14.5a7.5 7.5 0 0 1 13.6-1.2 6.8 6.8 0 0 1 4.6 10.3 6.8 6.8 0 0 1-5.6 9.9 7 7 0 0 1-9.6 0z",
        token("lime-400"),
      ),
      filled(
        "M18.2 46c2-3 2.8-6 2.8-9.5V22.5h3.2v11.2l9.6-9.2 2 2.2-9.5 9.6c-.3 4 .5 7 2.7 9.7zM9 27.5A7.2 7.2 0 0 1 4.5 16 7.8 7.8 0 0 1 12.4 5.3a8.4 8.4 0 0 1 14.8.6 7.7 7.7 0 0 1 4.4 12.3 7.4 7.4 0 0 1-6.8 10.3 8.4 8.4 0 0 1-8 1.5A8.4 8.4 0 0 1 9 27.5z",
        token("paper-50"),
      ),
    ),
  );
}
