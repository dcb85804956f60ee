/** Joins class names and skips values that are false. */
export { cx as cn } from "class-variance-authority";
