/** Joins class names, and leaves out what is false. */
export { cx as cn } from "class-variance-authority";
