/** What is written twice in the files of a bundle is the same. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../settings.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

test.each(["deploy/systemd/site.socket", "deploy/Caddyfile", "deploy/nginx.conf"])(
  "%s leads to the port of the settings",
  (file) => {
    const [, port] = /^PORT=(\d+)$/m.exec(read(".env.example")) ?? [];
    const addresses = [...read(file).matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
    expect(new Set(addresses)).toEqual(new Set([port]));
  },
);
