import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/testimonials");

export default function Testimonials() {
  return <h1>Testimonials</h1>;
}
