/** A released program is used only if its checksum is the known one. The test has a local release server. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT, SLUG } from "../settings.ts";
import releases from "../setup/prebuilt.json" with { type: "json" };
import { download } from "../setup/prebuilt.ts";

const place = mkdtempSync(path.join(tmpdir(), `${SLUG}-prebuilt-`));
let archive: Buffer;
let sha256: string;
let server: Server;
let url: string;

beforeAll(async () => {
  mkdirSync(path.join(place, "tool-1.0"));
  writeFileSync(path.join(place, "tool-1.0", "tool"), "#!/bin/sh\necho 1.0\n", { mode: 0o755 });
  archive = execFileSync("tar", ["-czf", "-", "-C", place, "tool-1.0"]);
  sha256 = createHash("sha256").update(archive).digest("hex");
  server = createServer((request, response) => {
    if (request.url === "/tool.tar.gz") response.end(archive);
    else if (request.url !== "/silent.tar.gz") response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(place, { recursive: true });
});

test("an archive with the known checksum is unpacked, and its program runs", async () => {
  const folder = path.join(place, "good", "bin");
  expect(await download(`${url}/tool.tar.gz`, sha256, folder)).toBe(true);
  expect(execFileSync(path.join(folder, "tool"), { encoding: "utf8" })).toBe("1.0\n");
});

test.each([
  ["with another checksum", "/tool.tar.gz", "0".repeat(64)],
  ["that is not there", "/none.tar.gz", undefined],
  ["of a server that is silent", "/silent.tar.gz", undefined],
])("of an archive %s nothing is kept", async (_, file, other) => {
  const folder = path.join(place, `bad${file}`, "bin");
  expect(await download(url + file, other ?? sha256, folder, 300)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

test("nobody listens: the same", async () => {
  expect(await download("http://127.0.0.1:9/tool.tar.gz", sha256, path.join(place, "x"))).toBe(
    false,
  );
});

test("the workspace's wasm-bindgen is the one whose checksum is known", () => {
  const cargoToml = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");
  const [, version] = /^wasm-bindgen = .*"=([\d.]+)"/m.exec(cargoToml) ?? [];
  expect(version).toBe(releases["wasm-bindgen-cli"].version);
});
