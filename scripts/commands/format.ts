/** `npm run format`: formats all code as `npm run check` requires. */
import { run } from "../command.ts";
import { sideBySide } from "../progress.ts";

export default async function format() {
  await sideBySide({
    rustfmt: async () => void (await run("cargo", ["fmt", "--all"], { log: "rustfmt" })),
    biome: async () => void (await run("biome", ["check", "--write"], { log: "biome" })),
  });
}
