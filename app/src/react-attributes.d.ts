import "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /** `features/photos/tree-photos.ts` */
      "tree-photos": HTMLAttributes<HTMLElement>;
    }
  }

  // Invoker commands, which React's types do not know yet.
  interface ButtonHTMLAttributes<T> {
    command?: "show-modal" | "close";
    commandfor?: string;
  }
}
