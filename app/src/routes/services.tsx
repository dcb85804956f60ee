import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/services");

export default function Services() {
  return <h1>Services</h1>;
}
