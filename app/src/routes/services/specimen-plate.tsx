import { Picture } from "../../components/picture";
import { plate, serviceCards } from "./content";

/** A plate of a field guide: the services as specimens, each with its figure, label, and marks. */
export function SpecimenPlate() {
  return (
    <div className="border-6 border-bark-500 border-double bg-paper-0 max-sm:-mx-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-bark-500 border-b px-3 py-room-4 md:px-8">
        <h2>{plate.heading}</h2>
        <p className="text-bark-500">{plate.number}</p>
      </div>
      {/* The lines between the figures: each draws its right and bottom one, the frame hides the last. */}
      <ul className="grid overflow-clip md:grid-cols-2 lg:grid-cols-3 print:columns-2">
        {Object.entries(serviceCards).map(
          ([title, { icon, specimen, description, features, link }], index) => (
            <li
              key={title}
              className="-mr-px -mb-px grid @large-text:grid-cols-[4.5rem_1fr] items-center gap-x-4 border-paper-200 border-r border-b @max-large-text:px-2 px-3 pt-room-5 pb-1.5 md:flex md:flex-col md:items-stretch md:px-8 md:pb-7"
            >
              <Picture name={icon} className="mx-auto w-full max-w-72 md:w-3/4" />
              <div>
                <p className="text-bark-500 text-sm md:mt-4 md:border-bark-500 md:border-t md:pt-2">
                  <span className="font-bold">Fig. {index + 1}</span> {specimen}
                </p>
                <h3 className="md:mt-5">{title}</h3>
              </div>
              <p className="col-span-full mt-2">{description}</p>
              <ul className="col-span-full mt-2 grid gap-y-0.5 max-md:text-sm md:my-4 md:gap-y-1.5">
                {features.map((feature) => (
                  <li key={feature} className="flex gap-3">
                    <svg
                      aria-hidden="true"
                      viewBox="0 0 16 16"
                      fill="var(--color-canopy-500)"
                      className="mt-[0.35em] size-3.5 shrink-0"
                    >
                      <path d="M1 15C0 6 5 1 15 1c0 10-5 14-11 12z" />
                    </svg>
                    <span>{feature}</span>
                  </li>
                ))}
              </ul>
              <a
                href={link.to}
                className="col-span-full mt-auto self-start py-2 font-bold text-canopy-700 underline decoration-2 underline-offset-4 hover:decoration-4"
              >
                {link.label}
                <span className="sr-only"> about {title}</span>
              </a>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
