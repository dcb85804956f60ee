import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/about");

export default function About() {
  return <h1>About</h1>;
}
