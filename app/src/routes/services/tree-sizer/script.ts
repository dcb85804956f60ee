// Loads the sizer's controls (`tree-size.ts`) when it scrolls into view. After a failure, the next time.

const sizer = document.querySelector<HTMLElement>("[data-tree-sizer]");
let isLoading = false;

const observer = new IntersectionObserver(
  ([entry]) => {
    if (!sizer || !entry?.isIntersecting || isLoading) return;
    isLoading = true;
    import("./tree-size")
      .then(({ followControls }) => followControls(sizer))
      .catch(() => {
        isLoading = false;
      });
  },
  { rootMargin: "50%" },
);
if (sizer) observer.observe(sizer);

export {};
