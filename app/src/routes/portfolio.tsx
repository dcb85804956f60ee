import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/portfolio");

export default function Portfolio() {
  return <h1>Portfolio</h1>;
}
