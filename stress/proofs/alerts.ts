/** Checks that each alert of docs/alerts.yml fires, and that the server has its metrics. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { CommandFailure, run } from "../../scripts/command.ts";
import { openThrowAwayDatabase } from "../../scripts/postgres.ts";
import { ROOT } from "../../scripts/settings.ts";
import { requireCommand } from "../../scripts/setup/debian.ts";
import { exactly, type Finding } from "../audit/findings.ts";
import { ask } from "../load/http.ts";
import { nextLead, saveLead } from "../load/lead.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

const TESTS = "docs/alerts.test.yml";

export async function alerts({ random }: Options): Promise<Finding[]> {
  const promtool = await requireCommand("promtool", "prometheus");
  const rules = readFileSync(path.join(ROOT, "docs/alerts.yml"), "utf8");
  const tests = readFileSync(path.join(ROOT, TESTS), "utf8");
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const fired = new Set(
    [...tests.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n\s+- /g)].map(([, name]) => name),
  );
  const failed = await run(promtool, ["test", "rules", TESTS], { log: "promtool" }).then(
    () => 0,
    (error) => {
      if (!(error instanceof CommandFailure)) throw error;
      return error.output.match(/FAILED/g)?.length ?? 1;
    },
  );

  await using database = await openThrowAwayDatabase();
  await using server = await startServer("alerts", { DATABASE_URL: database.url });
  await saveLead(server.url, nextLead(random));
  const { text } = await ask(server.metricsUrl);
  // Prometheus itself provides `up`, and its exporter of the machine the rest.
  const metrics = new Set(
    [...tests.matchAll(/series: ['"](\w+)/g)]
      .map(([, name]) => name)
      .filter((name) => name !== "up" && !name.startsWith("node_")),
  );
  return [
    exactly("tests of alerts that fail", names.length, failed),
    exactly(
      "alerts that no test fires",
      names.length,
      names.filter((name) => !fired.has(name)).length,
    ),
    exactly(
      "metrics of alerts that the server does not have",
      metrics.size,
      [...metrics].filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(text)).length,
    ),
  ];
}
