/** For `cargo test` alone: opens a throw-away database, prints its URL, and closes it when standard input ends. */
import { once } from "node:events";
import { openThrowAwayDatabase } from "../postgres.ts";

export default async function testDatabase() {
  await using database = await openThrowAwayDatabase();
  process.stdout.write(`${database.url}\n`);
  await once(process.stdin.resume(), "end");
}
