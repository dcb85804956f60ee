import { cva, type VariantProps } from "class-variance-authority";
import { Link, useLocation } from "react-router";
import type { NavigationLink as Target } from "../content/navigation";

/** What stands in a navigation. The active route stands on lime. */
export const navigationStyle = cva(
  "flex items-center whitespace-nowrap rounded-sm px-3 font-semibold text-canopy-950",
  {
    variants: {
      active: { true: "bg-lime-400", false: "hover:bg-paper-100" },
      size: { default: "min-h-10 lg:max-xl:px-2", lg: "min-h-12 text-lg" },
    },
    defaultVariants: { active: false, size: "default" },
  },
);

/** Whether a page is the one that is shown. Its address may come with a slash at its end. */
export function isShown(to: string, pathname: string): boolean {
  return (pathname.replace(/\/$/, "") || "/") === to;
}

/** A link of a navigation, marked when its page is the one that is shown. */
export function NavigationLink({
  link: { label, to },
  size,
  onClick,
}: {
  link: Target;
  size?: VariantProps<typeof navigationStyle>["size"];
  onClick?: () => void;
}) {
  const active = isShown(to, useLocation().pathname);
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={active ? "page" : undefined}
      className={navigationStyle({ active, size })}
    >
      {label}
    </Link>
  );
}
