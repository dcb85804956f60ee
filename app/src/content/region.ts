import region from "../../../region.json" with { type: "json" };

/** A season in the garden: what to cut, and what to leave alone. */
export type Season = (typeof region.seasons)["Winter"];

/** The region's nature and places, from `region.json`: what is true here and not elsewhere. */
export const { officeParkSign, permitInches, skyline, lineMarking } = region;
export const { plants, soil, woodPile, failing, specimens, stumpExamples } = region;
export const { pruningTimes, seasons, storms, stormMonths } = region;

/** The city's permit rule, as far as the pages state it. */
export const permitRule = `the city requires a permit for most trees ${permitInches} inches across or larger, dead ones included`;
