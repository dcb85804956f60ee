import { Icon } from "./icon.tsx";

/** The text of an empty list or pane. */
export const Nothing = ({ children }: { children: string }) => (
  <p className="m-auto grid justify-items-center gap-3 px-4 py-12 text-center text-quiet">
    <Icon className="size-16" name="now" />
    {children}
  </p>
);
