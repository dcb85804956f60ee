import { Picture } from "../../components/picture";
import type { ServiceTeaser } from "./content";

/** The services in a line along one piece of ground, each with what grows there. */
export function SpecimenRow({ services }: { services: readonly ServiceTeaser[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-6 gap-y-8 lg:grid-cols-5">
      {services.map(({ title, text, picture, link }) => (
        <li
          key={title}
          className="grid grid-cols-[7rem_1fr] gap-x-5 sm:grid-cols-[10rem_1fr] lg:flex lg:flex-col"
        >
          <Picture
            name={picture}
            className="aspect-square w-full border-bark-500 border-b-4 object-contain"
          />
          <div className="flex flex-col items-start lg:mt-5 lg:grow">
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1.5 lg:grow">{text}</p>
            <a
              href={link.to}
              className="mt-2 inline-block py-1.5 font-bold text-canopy-700 underline decoration-2 underline-offset-4 hover:decoration-4"
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
