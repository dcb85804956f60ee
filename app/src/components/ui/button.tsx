import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";

/**
 * The style of buttons and of links that look like buttons. The edge shows in forced colors even if it is
 * transparent. Only a hover animates it: otherwise each button would animate from the browser's own colors
 * when the styles load. A `variant` or `size` of `null` leaves that part of the style to `className`.
 */
export const buttonStyle = cva(
  "inline-flex cursor-pointer items-center justify-center rounded-md border-2 py-2 text-center font-bold leading-tight active:translate-y-px disabled:cursor-progress hover:[transition:0.15s]",
  {
    variants: {
      variant: {
        default: "border-transparent bg-canopy-700 text-paper-0 hover:bg-canopy-900",
        destructive: "border-transparent bg-orange-600 text-paper-0 hover:bg-bark-800",
        outline:
          "border-current text-canopy-700 hover:border-canopy-700 hover:bg-canopy-700 hover:text-paper-0",
        secondary: "border-transparent bg-paper-200 text-canopy-950 hover:bg-lime-300",
        ghost: "border-transparent text-canopy-950 hover:bg-canopy-950/8",
        link: "border-transparent text-canopy-700 underline decoration-2 underline-offset-4 hover:decoration-4",
        premium: "border-transparent bg-canopy-950 text-lime-400 hover:bg-canopy-700",
        accent:
          "border-transparent bg-lime-400 text-canopy-950 [box-shadow:inset_0_-3px_0_rgb(11_29_21/0.22)] hover:bg-lime-300",
        "outline-lime": "border-lime-400 text-lime-400 hover:bg-lime-400 hover:text-canopy-950",
        glow: "border-transparent bg-lime-400 text-canopy-950 [box-shadow:0_0_0_6px_rgb(200_240_75/0.22)] hover:[box-shadow:0_0_0_10px_rgb(200_240_75/0.28)]",
        float:
          "border-transparent bg-lime-400 text-canopy-950 [--radius-md:99rem] [box-shadow:0_8px_24px_rgb(11_29_21/0.35)]",
      },
      size: {
        default: "min-h-12 gap-2.5 px-[min(1.25rem,6cqi)] text-base",
        sm: "min-h-11 gap-2.5 px-4 text-sm",
        lg: "min-h-15 gap-2.5 px-[min(1.25rem,6cqi)] text-lg",
        icon: "size-11 shrink-0",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

/** The variants and sizes of `buttonStyle`. */
export type ButtonStyle = VariantProps<typeof buttonStyle>;

/** The properties of a link that looks like a button. */
export type ButtonLinkProps = ButtonStyle & { children?: ReactNode; className?: string };

/** A button. It does not submit a form by default. */
export function Button({
  variant,
  size,
  className,
  type = "button",
  ...props
}: ComponentProps<"button"> & ButtonStyle) {
  return <button type={type} className={buttonStyle({ variant, size, className })} {...props} />;
}
