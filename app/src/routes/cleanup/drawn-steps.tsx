import { LatePicture } from "../../components/picture";
import type { PictureName } from "../../content/pictures";
import type { Points } from "../../content/sections";

/** What the yard looks like at each step. */
const drawings: readonly PictureName[] = [
  "cleanup/walk",
  "cleanup/make-safe",
  "cleanup/sort",
  "cleanup/chip",
  "cleanup/rake",
];

/** The steps, each with its drawing: beside the words on phones, else above. */
export function DrawnSteps({ steps }: { steps: Points }) {
  return (
    <ol className="grid gap-x-6 gap-y-room-10 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
      {Object.entries(steps).map(([title, text], index) => (
        <li
          key={title}
          className="grid grid-cols-[2fr_3fr] items-center gap-x-4 gap-y-4 sm:grid-cols-1 sm:content-start"
        >
          {drawings[index] && <LatePicture name={drawings[index]} className="aspect-4/3 w-full" />}
          <div>
            <h3 className="text-xl">
              <span className="figures mr-2 text-bark-500">{index + 1}</span>
              {title}
            </h3>
            <p className="mt-room-2 max-w-text">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
