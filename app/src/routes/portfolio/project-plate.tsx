import { LatePicture, Picture, screenWide } from "../../components/picture";
import { cn } from "../../components/ui/cn";
import { areaName } from "../../content/areas";
import type { Project } from "./content";
import { ProjectBadge } from "./project-badge";

const sides = {
  left: "items-end lg:grid-cols-[1fr_2.6fr] lg:*:first:order-last",
  right: "items-end lg:grid-cols-[2.6fr_1fr]",
};

/** A finished job as a plate in a book. The caption is below it or, on a wide plate, at its `side`. */
export function ProjectPlate({
  title,
  project: { id, image, category, location, description },
  side,
  className,
}: {
  title: string;
  project: Project;
  side?: "left" | "right";
  className?: string;
}) {
  return (
    // At least so high that a phone's first load has two pictures, however short the texts are.
    <li id={id} className={cn("max-sm:min-h-128", className)}>
      <article className={cn("grid grid-cols-1 gap-x-12", side && sides[side])}>
        <div>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="figures text-lg">
              {location.name}
              <span className="sr-only">, </span>
            </span>
            <span className="text-bark-500">{areaName(location.area)}</span>
          </p>
          <div className="mt-room-3 border-paper-200 bg-paper-0 max-sm:-mx-5 sm:rounded-sm sm:border sm:p-2 md:p-4">
            <LatePicture
              name={image}
              sizes={side && `(min-width: 80rem) 52rem, (min-width: 62rem) 70vw, ${screenWide}`}
              className="aspect-4/3"
            />
          </div>
          <Picture name={`${image}-job`} className="mt-3 w-full rounded-sm" />
        </div>
        <div className="max-sm:-mt-3 sm:mt-5">
          <ProjectBadge className="relative bg-canopy-900 text-paper-50 max-sm:ml-5">
            {category}
          </ProjectBadge>
          <h3 className="mt-room-4">{title}</h3>
          <p className="mt-room-3 max-w-text">{description}</p>
        </div>
      </article>
    </li>
  );
}
