/** The files of a bundle: duplicated texts are the same, proxies log no search at the desk, links lead somewhere. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import company from "../../company.json" with { type: "json" };
import { writeFiles } from "../commands/bundle.ts";
import { ROOT, SLUG } from "../settings.ts";

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
  ["deploy/Caddyfile", /request>uri regexp (\S+) \$1\$2/],
])("%s leaves what is private in an address out of the log", (file, setting) => {
  const [, pattern = "$ none"] = setting.exec(read(file)) ?? [];
  const logged = (uri: string) => {
    const [, first, second] = new RegExp(pattern).exec(uri) ?? [];
    return first ?? second ?? uri;
  };
  const files = globSync("backend/src/**/*.rs", { cwd: ROOT }).map(read).join("");
  const routes = [...files.matchAll(/^ +path = "(\/\S*\{token\}\S*)",$/gm)].map(
    ([, route]) => route,
  );
  expect(routes.toSorted()).toEqual(["/api/desk/calendar/{token}.ics", "/contact/link/{token}"]);
  for (const route of routes.map(String)) {
    const [open] = route.split("{");
    for (const end of ["", "?x=1", "/", ")."])
      expect(logged(route.replace("{token}", "AQGa") + end)).toBe(open);
  }
  expect(logged("/api/desk/calendar")).toBe("/api/desk/calendar");
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

test("a bundle's documents lead to files that are in it, and name its program and company", () => {
  const folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-bundle-`));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFiles(folder);
  const documents = globSync("**/*.md", { cwd: folder }).map((file) => path.join(folder, file));
  expect(documents.length).toBeGreaterThan(3);
  for (const document of documents) {
    const text = readFileSync(document, "utf8");
    for (const [, link] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(existsSync(path.join(path.dirname(document), link)), `${document}: ${link}`).toBe(
        true,
      );
    }
    expect(text).not.toMatch(/npm run (-s )?(backend|leads|outbox|launch-check)\b|`backend [a-z]/);
  }
  const texts = globSync("**/*.*", { cwd: folder }).map((file) => [file, path.join(folder, file)]);
  for (const [name, file] of texts)
    expect(readFileSync(file, "utf8"), name).not.toMatch(/@[a-z_]+@/);
  const page = readFileSync(path.join(folder, `usr/share/${SLUG}/unavailable.html`), "utf8");
  expect(page).toContain(company.phone);
});

test("the service may deny files to the decoder of photos, also under a systemd without the group", () => {
  expect(read("deploy/systemd/site.service")).toMatch(
    /^SystemCallFilter=.*landlock_create_ruleset landlock_add_rule landlock_restrict_self$/m,
  );
});

test("systemd can name the service's user after the company", () => {
  expect(SLUG).toMatch(/^[a-z_][a-z0-9_-]{0,30}$/);
});
