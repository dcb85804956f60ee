import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/services/cleanup");

export default function Cleanup() {
  return <h1>Cleanup</h1>;
}
