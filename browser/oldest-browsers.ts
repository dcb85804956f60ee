/** The oldest browsers that the site and the desk support. `browsers.grit` lists what scripts may call. */
export const OLDEST_BROWSERS = ["safari16.4", "ios16.4", "chrome131", "edge131", "firefox133"];
