import { business } from "../content/business";
import { cn } from "./ui/cn";
import { Icon } from "./ui/icon";

/** Links to the company's social profiles. Each opens in a new tab, and says so. */
export function SocialLinks({ className }: { className?: string }) {
  return (
    <ul className="flex flex-wrap gap-x-6">
      {business.social.map(({ network, href }) => (
        <li key={network}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={cn("inline-flex items-center gap-1 hover:underline", className)}
          >
            {network}
            <Icon name="away" className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
