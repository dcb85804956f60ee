import { cn } from "../../components/ui/cn";

/** The kind of work of a project. It is only a label: it filters nothing and cannot be clicked. */
export function ProjectBadge({ children, className }: { children: string; className?: string }) {
  return (
    <span
      className={cn(
        "inline-block whitespace-nowrap rounded-sm px-3 py-1 font-semibold text-sm",
        className,
      )}
    >
      {children}
    </span>
  );
}
