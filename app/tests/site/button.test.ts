import { expect, test } from "vitest";
import { type ButtonStyle, buttonStyle } from "../../src/components/ui/button";

const variants = [
  ...["default", "destructive", "outline", "secondary", "ghost", "link", "premium", "accent"],
  ...["outline-lime", "glow", "float"],
] as readonly NonNullable<ButtonStyle["variant"]>[];

const sizes = ["default", "sm", "lg", "icon"] as const;

test("a button has eleven looks in four sizes, no two alike", () => {
  const styles = variants.flatMap((variant) => sizes.map((size) => buttonStyle({ variant, size })));
  expect(new Set(styles).size).toBe(44);
  expect(styles).not.toContain(buttonStyle({ variant: null, size: null }));
  expect(buttonStyle()).toBe(buttonStyle({ variant: "default", size: "default" }));
});
