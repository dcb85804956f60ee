/** An SMTP server whose behaviour can be changed. It records the mails that it accepted. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { atEnd } from "../scripts/process-lifecycle.ts";

/**
 * How it treats a mail:
 *
 * - `friendly`: takes it
 * - `away`: nobody listens
 * - `silent`: greets, and answers nothing more
 * - `refusing everybody`: 554 instead of a greeting
 * - `busy at the recipient`, `no such recipient`: 450 and 550 to RCPT
 * - `busy at the end`, `refused at the end`: 451 and 554 to the whole mail
 * - `silent at the end`: takes the mail in, says nothing, and hangs up after {@link SILENCE_MS}
 * - `cut`: the connection drops in the middle of the mail
 */
export type SmtpBehaviour =
  | "friendly"
  | "away"
  | "silent"
  | "refusing everybody"
  | "busy at the recipient"
  | "no such recipient"
  | "busy at the end"
  | "refused at the end"
  | "silent at the end"
  | "cut";

/** Longer than a mail may take up to its end, and less than the ten minutes that its answer may. */
const SILENCE_MS = 90_000;

export interface Accepted {
  /** the Message-ID up to its at sign */
  id: string;
  subject: string;
  /** when the server said yes, on the clock of `performance.now()` */
  at: number;
}

function no(code: number, words: string) {
  return Object.assign(new Error(words), { responseCode: code });
}

export class MailServer {
  accepted: Accepted[] = [];
  /**
   * Leads whose mail it does not take, in any behaviour: it does this when it has all of the mail, and then
   * drops the connection. By their name.
   */
  traps = new Map<string, () => void>();
  #behaviour: SmtpBehaviour = "friendly";
  #port = 0;
  #sockets: Map<number | undefined, Socket> = new Map();
  #smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      if (this.#behaviour === "refusing everybody") done(no(554, "no service"));
      else done();
    },
    onRcptTo: (_address, _session, done) => {
      if (this.#behaviour === "busy at the recipient") done(no(450, "busy, come again"));
      else if (this.#behaviour === "no such recipient") done(no(550, "no such recipient"));
      else done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      const behaviour = this.#behaviour;
      stream.on("data", (chunk) => {
        if (behaviour === "cut") this.#sockets.get(session.remotePort)?.destroy();
        chunks.push(chunk);
      });
      stream.on("end", () => {
        const mail = read(Buffer.concat(chunks).toString());
        const trap = [...this.traps].find(([name]) => mail.subject.includes(name));
        if (trap) {
          trap[1]();
          this.#sockets.get(session.remotePort)?.destroy();
        } else if (behaviour === "silent at the end") {
          const socket = this.#sockets.get(session.remotePort);
          setTimeout(() => socket?.destroy(), SILENCE_MS).unref();
        } else if (behaviour === "busy at the end") done(no(451, "busy, come again"));
        else if (behaviour === "refused at the end") done(no(554, "refused"));
        else if (behaviour === "friendly") {
          this.accepted.push({ ...mail, at: performance.now() });
          done();
        }
      });
    },
  });
  #listener = createServer((socket) => {
    socket.on("error", () => {});
    if (this.#behaviour === "silent") {
      socket.write("220 mail.example ESMTP\r\n");
      socket.resume();
    } else {
      // The protocol is the library's.
      this.#smtp.server.emit("connection", socket);
    }
    const port = socket.remotePort;
    this.#sockets.set(port, socket);
    socket.on("close", () => this.#sockets.delete(port));
  });

  /** Where it listens, as SMTP_URL takes it. */
  get url() {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** When it took a mail, on the clock of `performance.now()`. */
  takenAt(id: string) {
    return this.accepted.find((mail) => mail.id === id)?.at;
  }

  async start() {
    this.#smtp.on("error", () => {
      // A connection that broke off.
    });
    await this.#listen();
    atEnd(() => this.stop());
  }

  /** Connections of the last behaviour are dropped. */
  async change(behaviour: SmtpBehaviour) {
    const was = this.#behaviour;
    this.#behaviour = behaviour;
    if (behaviour === "away") await this.stop();
    else if (was === "away") await this.#listen();
    else this.#drop();
  }

  [Symbol.asyncDispose]() {
    return this.stop();
  }

  async stop() {
    const closed = new Promise((resolve) => this.#listener.close(resolve));
    this.#drop();
    await closed;
  }

  #listen(): Promise<void> {
    return new Promise((resolve) => {
      this.#listener.listen(this.#port, "127.0.0.1", () => {
        this.#port = (this.#listener.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  #drop() {
    for (const socket of this.#sockets.values()) socket.destroy();
  }
}

/** Starts one. */
export async function startMailServer() {
  const server = new MailServer();
  await server.start();
  return server;
}

function read(mail: string) {
  const head = mail.slice(0, mail.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return {
    id: /^message-id: <(.*)@/im.exec(head)?.[1] ?? "",
    subject: /^subject: (.*)$/im.exec(head)?.[1] ?? "",
  };
}
