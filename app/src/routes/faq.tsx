import { pageMeta } from "../seo/page-meta";

export const meta = () => pageMeta("/faq");

export default function Faq() {
  return <h1>Faq</h1>;
}
