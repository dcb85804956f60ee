import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/services/tree-pruning");

export default function TreePruning() {
  return <h1>TreePruning</h1>;
}
