// Loads the sizer's script (`tree-sizer.tsx`) when it scrolls into view. After a failure, the next time.

const observer = new IntersectionObserver(
  ([entry]) => {
    if (entry?.isIntersecting) import("./size-tree").catch(() => {});
  },
  { rootMargin: "50%" },
);
for (const sizer of document.querySelectorAll("[data-tree-sizer]")) observer.observe(sizer);

export {};
