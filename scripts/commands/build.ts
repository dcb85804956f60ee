/** `npm run build`: everything that `npm start` serves. */
import { buildProduct } from "../build/product.ts";

export default () => buildProduct();
