/** The files of a bundle: duplicated texts are the same, and proxies log no search at the desk. */
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

test.each([
  ["deploy/nginx.conf", /"~(\S+)" \$private_path;/],
  ["deploy/Caddyfile", /request>uri regexp (\S+) \$1/],
])("%s leaves what is private in a query out of the log", (file, setting) => {
  const [, pattern = "$ none"] = setting.exec(read(file)) ?? [];
  const logged = (uri: string) => new RegExp(pattern).exec(uri)?.[1] ?? uri;
  expect(logged("/api/desk/leads?folder=open&search=Jane%20Doe")).toBe("/api/desk/leads");
  expect(logged("/api/desk?search=?/api/desk/")).toBe("/api/desk");
  expect(logged("/contact/photos?link=AQGa")).toBe("/contact/photos");
  for (const uri of ["/contact?sent", "/api/desk/changes", "/faq?x=1", "/faq?from=/api/desk?x"]) {
    expect(logged(uri)).toBe(uri);
  }
});

test("each server of nginx writes its log so", () => {
  const settings = read("deploy/nginx.conf");
  const logs = settings.match(/access_log \S+ site;/g);
  expect(logs).toHaveLength(settings.match(/^server \{/gm)?.length ?? 0);
});
