import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("about", "routes/about.tsx"),
  route("services", "routes/services.tsx"),
  // There is none for /services/tree-trimming: it is a wanted 404 (specification, section 2).
  route("services/tree-removal", "routes/tree-removal.tsx"),
  route("services/tree-pruning", "routes/tree-pruning.tsx"),
  route("services/storm-damage", "routes/storm-damage.tsx"),
  route("services/cleanup", "routes/cleanup.tsx"),
  route("services/stump-grinding", "routes/stump-grinding.tsx"),
  route("portfolio", "routes/portfolio.tsx"),
  route("testimonials", "routes/testimonials.tsx"),
  route("faq", "routes/faq.tsx"),
  route("contact", "routes/contact.tsx"),
  // For those who build the site: only the dev server has it.
  ...(process.env.NODE_ENV === "development" ? [route("buttons", "routes/buttons.tsx")] : []),
  // Every other path, and the page that the backend answers for it.
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
