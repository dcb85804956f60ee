import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/services/stump-grinding");

export default function StumpGrinding() {
  return <h1>StumpGrinding</h1>;
}
