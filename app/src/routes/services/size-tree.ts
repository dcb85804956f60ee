// Updates the drawing and the words of the sizer (`tree-sizer.tsx`) from its controls.

import { readTab, writeTab } from "../../api/tab-storage";
import { DRAFT } from "../../features/estimate/estimate-draft";
import { layers, measuresOf, placesOf } from "./tree-drawing";
import { bandOf, DETAILS, distanceInWords, heightInWords, sizeInWords } from "./tree-size";

function followControls(sizer: HTMLElement): void {
  const part = (name: string) => sizer.querySelector(`[data-part=${name}]`) as HTMLElement;
  const control = (name: string) => sizer.querySelector(`[name=tree-${name}]`) as HTMLInputElement;
  const link = part("send") as HTMLAnchorElement;
  const form = link.href;
  let details = "";

  const show = () => {
    const size = {
      height: control("height").valueAsNumber,
      distance: control("distance").valueAsNumber,
      wires: control("wires").checked,
      stump: control("stump").checked,
    };
    for (const [name, place] of Object.entries(placesOf(size))) {
      part(name).toggleAttribute("hidden", !place);
      if (place) part(name).setAttribute("transform", place);
    }
    for (const [name, markup] of Object.entries(measuresOf(size))) part(name).innerHTML = markup;
    const words = { height: heightInWords(size.height), distance: distanceInWords(size) };
    for (const [name, text] of Object.entries({ ...words, ...bandOf(size) })) {
      // Screen readers would announce an unchanged text again.
      if (part(name).textContent !== text) part(name).textContent = text;
    }
    for (const [name, text] of Object.entries(words)) control(name).ariaValueText = text;
    part("wiresNote").hidden = !size.wires;
    details = sizeInWords(size);
    link.href = `${form}&message=${encodeURIComponent(details)}`;
  };

  part("drawing").innerHTML = layers;
  sizer.addEventListener("input", show);
  // A draft takes precedence over the address, so the words go into it. They replace those of another size.
  link.addEventListener("click", () => {
    const draft = new Map<string, string>(JSON.parse(readTab(DRAFT) ?? "[]"));
    const typed = (draft.get("message") ?? "").split("\n");
    const lines = typed.filter((line) => line && !line.startsWith(DETAILS));
    draft.set("message", [...lines, details].join("\n"));
    writeTab(DRAFT, JSON.stringify([...draft]));
  });
  // The visitor or the browser may have changed the values before this script loaded.
  show();
}

for (const sizer of document.querySelectorAll<HTMLElement>("[data-tree-sizer]")) {
  followControls(sizer);
}
