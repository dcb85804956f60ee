/** `npm run build`: everything that `npm start` serves. */
import { buildProduct } from "../build/product.mjs";

export default () => buildProduct();
