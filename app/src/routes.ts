import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("contact", "routes/contact.tsx"),
  // Every other path, and the page that the backend answers for it.
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
