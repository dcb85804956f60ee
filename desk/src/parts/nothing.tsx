import { Icon } from "./icon.tsx";

/** What stands in an empty place. */
export function Nothing({ children }: { children: string }) {
  return (
    <p className="m-auto grid justify-items-center gap-3 px-4 py-12 text-center text-quiet">
      <Icon className="size-16" name="now" />
      {children}
    </p>
  );
}
