// Loads what moves the sizer (`tree-sizer.tsx`) when that comes into view; where it does not come, the next time.

const observer = new IntersectionObserver(
  ([entry]) => {
    if (entry?.isIntersecting) import("./size-tree").catch(() => {});
  },
  { rootMargin: "50%" },
);
for (const sizer of document.querySelectorAll("[data-tree-sizer]")) observer.observe(sizer);

export {};
