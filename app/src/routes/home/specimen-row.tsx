import { LatePicture } from "../../components/picture";
import type { ServiceTeaser } from "./content";

/** The services in a line along one piece of ground, each with what grows there. */
export function SpecimenRow({ services }: { services: readonly ServiceTeaser[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-6 gap-y-room-8 lg:grid-cols-5">
      {services.map(({ title, text, picture, link }) => (
        <li
          key={title}
          className="grid grid-cols-[4.5rem_1fr] gap-x-4 sm:grid-cols-[10rem_1fr] lg:flex lg:flex-col"
        >
          <LatePicture name={picture} className="aspect-square w-full border-bark-500 border-b-4" />
          <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 lg:mt-5 lg:flex lg:grow lg:flex-col">
            <h3 className="text-lg">{title}</h3>
            <p className="order-last col-span-2 lg:order-none lg:mt-1.5 lg:grow">{text}</p>
            <a
              href={link.to}
              className="inline-block py-1.5 font-bold text-canopy-700 underline decoration-2 underline-offset-4 hover:decoration-4 lg:mt-2"
            >
              {link.label}
              <span className="sr-only"> about {title}</span>
            </a>
          </div>
        </li>
      ))}
    </ul>
  );
}
