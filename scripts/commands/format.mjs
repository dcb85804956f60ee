/** `npm run format`: puts everything into the form that `npm run check` asks for. */
import { cargo } from "../build/cargo.mjs";
import { run } from "../command.mjs";
import { sideBySide } from "../progress.mjs";

export default async function format() {
  await sideBySide({
    rustfmt: async () => void (await cargo(["fmt", "--all"], { log: "rustfmt" })),
    biome: async () => void (await run("biome", ["check", "--write"], { log: "biome" })),
  });
}
