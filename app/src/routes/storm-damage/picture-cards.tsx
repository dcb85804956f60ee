import { Picture, screenWide } from "../../components/picture";
import type { PictureCard } from "../../content/sections";

/** Two columns whose pictures differ in width, the right one hung lower. */
const places = [
  "md:col-span-7",
  "md:col-span-5 md:mt-32",
  "md:col-span-5",
  "md:col-span-7 md:mt-24",
];

/** Four calls, each with its picture. */
export function PictureCards({ cards }: { cards: readonly PictureCard[] }) {
  return (
    <ul className="grid items-start gap-x-8 gap-y-14 md:grid-cols-12">
      {cards.map(({ title, text, picture }, index) => (
        <li key={title} className={places[index]}>
          <Picture
            name={picture}
            sizes={`(min-width: 80rem) 43rem, (min-width: 48rem) 58vw, ${screenWide}`}
            className="h-auto w-full rounded-lg"
          />
          <h3 className="mt-5 text-xl">{title}</h3>
          <p className="mt-2 max-w-text text-canopy-200">{text}</p>
        </li>
      ))}
    </ul>
  );
}
