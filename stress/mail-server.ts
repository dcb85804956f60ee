/** An SMTP server with selectable behavior. It records the mails that it accepts. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { atEnd } from "../scripts/process-lifecycle.ts";

/**
 * The server's behavior:
 *
 * - `friendly`: accepts mails
 * - `away`: doesn't listen
 * - `silent`: sends a greeting and no further reply
 * - `refusing everybody`: 554 instead of a greeting
 * - `busy at the recipient`, `no such recipient`: 450 and 550 to RCPT
 * - `busy at the end`, `refused at the end`: 451 and 554 to the whole mail
 * - `silent at the end`: receives the mail, sends no reply, and disconnects after {@link SILENCE_MS}
 * - `cut`: disconnects in the middle of the mail
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

/** Longer than the timeout for sending a mail, and less than the ten minutes for its final reply. */
const SILENCE_MS = 90_000;

export interface Accepted {
  /** the Message-ID before the at sign */
  id: string;
  subject: string;
  /** when the server accepted it, on the clock of `performance.now()` */
  at: number;
}

function refusal(code: number, text: string) {
  return Object.assign(new Error(text), { responseCode: code });
}

export class MailServer {
  accepted: Accepted[] = [];
  /**
   * Functions by the names of leads whose mails the server never accepts: it receives the mail, calls the
   * function, and disconnects.
   */
  traps = new Map<string, () => void>();
  #behaviour: SmtpBehaviour = "friendly";
  #port = 0;
  #sockets: Map<number | undefined, Socket> = new Map();
  #smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      if (this.#behaviour === "refusing everybody") done(refusal(554, "no service"));
      else done();
    },
    onRcptTo: (_address, _session, done) => {
      if (this.#behaviour === "busy at the recipient") done(refusal(450, "busy, come again"));
      else if (this.#behaviour === "no such recipient") done(refusal(550, "no such recipient"));
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
        } else if (behaviour === "busy at the end") done(refusal(451, "busy, come again"));
        else if (behaviour === "refused at the end") done(refusal(554, "refused"));
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
      // The library handles the protocol.
      this.#smtp.server.emit("connection", socket);
    }
    const port = socket.remotePort;
    this.#sockets.set(port, socket);
    socket.on("close", () => this.#sockets.delete(port));
  });

  /** The server's `SMTP_URL`. */
  get url() {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Returns when the server accepted a mail, on the clock of `performance.now()`. */
  takenAt(id: string) {
    return this.accepted.find((mail) => mail.id === id)?.at;
  }

  async start() {
    this.#smtp.on("error", () => {
      // A connection broke.
    });
    await this.#listen();
    atEnd(() => this.stop());
  }

  /** Changes the behavior and drops the present connections. */
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

/** Starts a mail server. */
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
