const PATHS = {
  now: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 12h.01",
  later: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
  more: "M4 6.5h16M4 12h16M4 17.5h16",
  add: "M12 5v14M5 12h14",
  call: "M5 3.5h3.5l1.8 4.7-2.3 1.7a12.5 12.5 0 0 0 6.1 6.1l1.7-2.3 4.7 1.8V19a1.8 1.8 0 0 1-1.9 1.8C10.8 20.3 3.7 13.2 3.2 5.4A1.8 1.8 0 0 1 5 3.5z",
  text: "M4 4.5h16v12h-9.5L5.5 20.5v-4H4zM8 9h8M8 12.5h5",
  map: "M12 21.5s-7-6.3-7-11.5a7 7 0 0 1 14 0c0 5.2-7 11.5-7 11.5zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  back: "M15 4.5 7.5 12l7.5 7.5",
  forward: "M9 4.5 16.5 12 9 19.5",
  close: "M5.5 5.5l13 13m0-13-13 13",
};

export type IconName = keyof typeof PATHS;

/** An icon beside a label. */
export const Icon = ({ name, className = "size-6" }: { name: IconName; className?: string }) => (
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
