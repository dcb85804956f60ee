import { expect, test } from "vitest";
import { type ButtonStyle, buttonStyle } from "../../src/components/ui/button";
import { builtFiles, readBuilt } from "./built-site";

const variants = [
  ...["default", "destructive", "outline", "secondary", "ghost", "link", "premium", "accent"],
  ...["outline-lime", "glow", "float"],
] as readonly NonNullable<ButtonStyle["variant"]>[];

const sizes = ["default", "sm", "lg", "icon"] as const;

test("a button has eleven looks in four sizes, no two alike", () => {
  const styles = variants.flatMap((variant) => sizes.map((size) => buttonStyle({ variant, size })));
  expect(new Set(styles).size).toBe(44);
  // A class that no stylesheet has changes no look.
  const css = builtFiles(".css").map((file) => readBuilt(file).toString());
  const selector = (name: string) => `.${name.replace(/[^\w-]/g, "\\$&")}`;
  const classes = new Set(styles.flatMap((style) => style.split(" ")));
  const missing = [...classes].filter((name) => !css.some((it) => it.includes(selector(name))));
  expect(missing).toEqual([]);
});
