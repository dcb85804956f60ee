/** The colour of the browser around the page, and the ground of the icons: `canopy-900`. */
export const themeColor = "#12301f";
