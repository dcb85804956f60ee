import { createContext, use } from "react";

/** The path of the page that is rendered; `PageDocument` provides it. */
export const CurrentPath = createContext("/");

/** Returns the path of the page that is rendered. */
export const useCurrentPath = () => use(CurrentPath);
