/**
 * Generates load: a fixed number of visitors at a time. Each sends a lead and then asks for its mail.
 * After a broken connection or a 503 it repeats the same request until it is answered.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Answer } from "./http.ts";
import { type Lead, nextLead, savedId, saveLead, sendMail } from "./lead.ts";
import type { Random } from "./random.ts";

/** One visitor in this many closes the page as soon as the lead is saved. */
const LEAVING = 10;

export interface Request {
  kind: "lead" | "mail" | "click";
  /** on the clock of `performance.now()` */
  began: number;
  ended: number;
  /** none: the connection broke */
  answer: Answer | undefined;
}

export interface LoadOptions {
  /** of the server */
  url: string;
  random: Random;
  /** how many visitors: 16 */
  atOnce?: number;
  /** between the leads of a visitor, in milliseconds: 150 */
  pause?: number;
  /** how long a visitor waits before the same is sent again, in milliseconds: 20 */
  retry?: number;
}

/** Whether a request has saved a lead. */
export function hasSaved({ kind, answer }: Request) {
  return kind === "lead" && answer?.status === 201;
}

export class LoadGenerator {
  /** The ids of the leads that the server said it has, by the lead. */
  saved = new Map<Lead, string>();
  /** How often a connection broke. */
  broken = 0;
  /** How many answers there were, by their status. */
  answers = new Map<number, number>();
  /** All of them, with their answers. */
  readonly requests: Request[] = [];
  readonly options: Required<LoadOptions>;
  #going = true;
  #visitors: Promise<unknown>;

  constructor(options: LoadOptions) {
    this.options = { atOnce: 16, pause: 150, retry: 20, ...options };
    const { atOnce } = this.options;
    this.#visitors = Promise.all(Array.from({ length: atOnce }, () => this.#visit()));
  }

  /** Starts no further visitor, and waits until all have been answered. */
  async stop() {
    this.#going = false;
    await this.#visitors;
  }

  /** Whether a lead was saved by a request that began after a moment. */
  hasSavedSince(moment: number) {
    return this.requests.some((request) => request.began > moment && hasSaved(request));
  }

  /** How many answers there were. */
  get answered() {
    return this.answeredOtherThan();
  }

  /** How many answers had none of these statuses. */
  answeredOtherThan(...statuses: number[]) {
    return [...this.answers]
      .filter(([status]) => !statuses.includes(status))
      .reduce((sum, [, many]) => sum + many, 0);
  }

  async #visit() {
    const { random, pause } = this.options;
    while (this.#going) {
      const lead = nextLead(random);
      const leaves = random.below(LEAVING) === 0;
      const answer = await this.#insist("lead", () => saveLead(this.options.url, lead));
      const id = savedId(answer);
      if (id) {
        this.saved.set(lead, id);
        if (!leaves) await this.#insist("mail", () => sendMail(this.options.url, lead));
      }
      await delay(random.between(0, 2 * pause));
    }
  }

  async #insist(kind: "lead" | "mail", send: () => Promise<Answer>) {
    for (;;) {
      const began = performance.now();
      let answer: Answer | undefined;
      try {
        answer = await send();
      } catch {
        this.broken += 1;
      }
      this.requests.push({ kind, began, ended: performance.now(), answer });
      if (answer) {
        this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1);
        if (answer.status < 500) return answer;
      }
      await delay(this.options.retry);
    }
  }
}

/** Whether a 503 is what supabase-js, or the page, can read. */
export function isUnavailableInShape({ kind, answer }: Request) {
  const body = JSON.parse(answer?.text ?? "");
  const keys = Object.keys(body).sort().join();
  return kind === "lead"
    ? keys === "code,details,hint,message" && body.code === "PGRST000"
    : keys === "error" && typeof body.error === "string";
}
