/** `npm run format`: puts everything into the form that `npm run check` asks for. */
import { cargo } from "./build/cargo.mjs";
import { run } from "./command.mjs";
import { main } from "./process-lifecycle.mjs";
import { step } from "./progress.mjs";
import { setUp } from "./set-up.mjs";

await main(async () => {
  await setUp();
  await step("rustfmt", () => cargo(["fmt", "--all"], { log: "rustfmt" }));
  await step("biome", () => run("biome", ["check", "--write"], { log: "biome" }));
});
