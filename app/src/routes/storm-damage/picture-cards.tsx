import { LatePicture, screenWide } from "../../components/picture";
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
    <ul className="grid grid-cols-2 items-start gap-x-4 gap-y-room-14 md:grid-cols-12 md:gap-x-8">
      {cards.map(({ title, text, picture }, index) => (
        <li key={title} className={places[index]}>
          <LatePicture
            name={picture}
            sizes={`(min-width: 80rem) 43rem, (min-width: 48rem) 58vw, ${screenWide}`}
            className="aspect-4/3 overflow-hidden rounded-lg"
          />
          <h3 className="mt-room-5 text-lg md:text-xl">{title}</h3>
          <p className="mt-0.5 max-w-text text-canopy-200 max-md:text-sm md:mt-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}
