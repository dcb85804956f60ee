import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/services/storm-damage");

export default function StormDamage() {
  return <h1>StormDamage</h1>;
}
