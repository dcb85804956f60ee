const PATHS = {
  leads: "M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zm0 14a2 2 0 0 1 2-2h12M9 8h6M9 11.5h4",
  spam: "M12 3 4 6v5.5c0 4.6 3.3 8 8 9.5 4.7-1.5 8-4.9 8-9.5V6zM9 9l6 6m0-6-6 6",
  mails: "M3 6h18v12H3zM3.5 6.5 12 13l8.5-6.5",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5",
  figures: "M4 20.5h16M6 20V13M12 20V4M18 20V9",
  call: "M5 3.5h3.5l1.8 4.7-2.3 1.7a12.5 12.5 0 0 0 6.1 6.1l1.7-2.3 4.7 1.8V19a1.8 1.8 0 0 1-1.9 1.8C10.8 20.3 3.7 13.2 3.2 5.4A1.8 1.8 0 0 1 5 3.5z",
  text: "M4 4.5h16v12h-9.5L5.5 20.5v-4H4zM8 9h8M8 12.5h5",
  map: "M12 21.5s-7-6.3-7-11.5a7 7 0 0 1 14 0c0 5.2-7 11.5-7 11.5zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  back: "M15 4.5 7.5 12l7.5 7.5",
  close: "M5.5 5.5l13 13m0-13-13 13",
};

export type IconName = keyof typeof PATHS;

/** A drawing beside words that say the same. */
export function Icon({ name, className = "size-6" }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
