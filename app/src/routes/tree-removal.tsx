import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/services/tree-removal");

export default function TreeRemoval() {
  return <h1>TreeRemoval</h1>;
}
