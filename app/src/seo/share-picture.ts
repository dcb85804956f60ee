import type { PictureName } from "../content/pictures";

/** The picture that shared links show, for every page. */
export const sharePicture: PictureName = "site/share";
