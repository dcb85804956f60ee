import { cva, type VariantProps } from "class-variance-authority";
import type { NavigationLink as Target } from "../../content/navigation";
import { useCurrentPath } from "./current-path";

/** The style of a navigation link. In forced colors, the active link has a line below it. */
export const navigationStyle = cva(
  "flex items-center whitespace-nowrap rounded-sm px-3 font-semibold text-canopy-950",
  {
    variants: {
      active: {
        true: "bg-lime-400 forced-colors:underline forced-colors:decoration-4",
        false: "hover:bg-paper-100",
      },
      size: {
        default: "min-h-10 @max-nav-full:px-1.5 @max-nav-full:text-sm",
        lg: "min-h-12 text-lg",
      },
    },
    defaultVariants: { active: false, size: "default" },
  },
);

/** A navigation link. It is marked when its page is the current one. */
export function NavigationLink({
  link: { label, to },
  size,
}: {
  link: Target;
  size?: VariantProps<typeof navigationStyle>["size"];
}) {
  const active = to === useCurrentPath();
  return (
    <a
      href={to}
      aria-current={active ? "page" : undefined}
      className={navigationStyle({ active, size })}
    >
      {label}
    </a>
  );
}
