import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { startService } from "../../scripts/service.ts";
import { CHROMIUM_FLAGS } from "../../scripts/setup/chromium.ts";

interface TargetInfo {
  targetId: string;
  type: string;
}

/**
 * A tab of Chromium that is driven through the browser's own DevTools connection. Playwright stays attached to
 * the page, which turns off prerendering and the back/forward cache. Here a session lasts for one command and
 * attaches to the page that the tab shows then.
 */
export class ChromiumTab {
  private lastId = 0;
  private readonly answers = new Map<number, PromiseWithResolvers<unknown>>();

  private constructor(
    private readonly socket: WebSocket,
    private readonly stopBrowser: () => Promise<void>,
  ) {
    socket.addEventListener("message", ({ data }) => {
      const { id, result, error } = JSON.parse(data);
      const answer = this.answers.get(id);
      this.answers.delete(id);
      if (error) answer?.reject(new Error(error.message));
      else answer?.resolve(result);
    });
  }

  /** Starts a browser with one tab. */
  static async start(program: string): Promise<ChromiumTab> {
    const profile = mkdtempSync(path.join(tmpdir(), "chromium-profile-"));
    const { output, stop } = startService(program, [
      ...CHROMIUM_FLAGS,
      "--headless=new",
      "--remote-debugging-port=0",
      "--window-size=500,900",
      `--user-data-dir=${profile}`,
      "about:blank",
    ]);
    const stopBrowser = async () => {
      await stop();
      rmSync(profile, { recursive: true, force: true });
    };
    for await (const line of createInterface({ input: output as Readable })) {
      const address = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1];
      if (!address) continue;
      const socket = new WebSocket(address);
      await new Promise((resolve) => socket.addEventListener("open", resolve));
      return new ChromiumTab(socket, stopBrowser);
    }
    throw new Error("Chromium did not start.");
  }

  async stop(): Promise<void> {
    this.socket.close();
    await this.stopBrowser();
  }

  /** Sends a command to the page in the tab. */
  async command<Result>(method: string, params: object): Promise<Result> {
    const { targetInfos } = await this.send<{ targetInfos: TargetInfo[] }>("Target.getTargets", {});
    const { sessionId } = await this.send<{ sessionId: string }>("Target.attachToTarget", {
      targetId: targetInfos.find(({ type }) => type === "page")?.targetId,
      flatten: true,
    });
    try {
      return await this.send<Result>(method, params, sessionId);
    } finally {
      await this.send("Target.detachFromTarget", { sessionId });
    }
  }

  /** Evaluates an expression on the page; returns its value. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result } = await this.command<{ result: { value: Value } }>("Runtime.evaluate", {
      expression,
      returnByValue: true,
    });
    return result.value;
  }

  private send<Result>(method: string, params: object, sessionId?: string): Promise<Result> {
    const answer = Promise.withResolvers<unknown>();
    this.lastId += 1;
    this.answers.set(this.lastId, answer);
    this.socket.send(JSON.stringify({ id: this.lastId, method, params, sessionId }));
    return answer.promise as Promise<Result>;
  }
}
