/**
 * Generates load from a fixed number of concurrent visitors. Each sends a lead and then asks for its mail. After
 * a broken connection or a 503 it repeats the request until it gets another response.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Answer } from "./http.ts";
import { type Lead, nextLead, savedId, saveLead, sendMail } from "./lead.ts";
import type { Random } from "./random.ts";

/** One in this many visitors closes the page once the lead is saved. */
const LEAVING = 10;

export interface Request {
  kind: "lead" | "mail";
  /** on the clock of `performance.now()` */
  began: number;
  ended: number;
  /** undefined if the connection broke */
  answer: Answer | undefined;
}

export interface LoadOptions {
  /** the server's URL */
  url: string;
  random: Random;
  /** the number of concurrent visitors; default: 16 */
  atOnce?: number;
  /** the mean pause between a visitor's leads, in milliseconds; default: 150 */
  pause?: number;
  /** the pause before a visitor repeats a request, in milliseconds; default: 20 */
  retry?: number;
}

/** Returns whether a request saved a lead. */
export function hasSaved({ kind, answer }: Request) {
  return kind === "lead" && answer?.status === 201;
}

export class LoadGenerator {
  /** The acknowledged leads and their ids. */
  saved = new Map<Lead, string>();
  /** The number of broken connections. */
  broken = 0;
  /** The number of responses by status. */
  answers = new Map<number, number>();
  /** All requests with their responses. */
  readonly requests: Request[] = [];
  readonly options: Required<LoadOptions>;
  #going = true;
  #visitors: Promise<unknown>;

  constructor(options: LoadOptions) {
    this.options = { atOnce: 16, pause: 150, retry: 20, ...options };
    const { atOnce } = this.options;
    this.#visitors = Promise.all(Array.from({ length: atOnce }, () => this.#visit()));
  }

  /** Starts no more visits and waits for the running ones. */
  async stop() {
    this.#going = false;
    await this.#visitors;
  }

  /** Returns whether a request that began after a time saved a lead. */
  hasSavedSince(moment: number) {
    return this.requests.some((request) => request.began > moment && hasSaved(request));
  }

  /** The number of responses. */
  get answered() {
    return this.answeredOtherThan();
  }

  /** Returns the number of responses with other statuses. */
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
