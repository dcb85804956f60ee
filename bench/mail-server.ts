/** An SMTP server that accepts and records every email, for stress tests and benchmarks. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface AcceptedMail {
  /** the Message-ID before the at sign */
  id: string;
  subject: string;
  /** when its connection was opened, on the clock of `performance.now()` */
  connectedAt: number;
  /** when the server accepted it, on the same clock */
  at: number;
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Starts a mail server on a free port. */
export async function startMailServer() {
  const accepted: AcceptedMail[] = [];
  /** The time of each connection, by its session's id. */
  const connections = new Map<string, number>();
  const smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    // Connections that are still open when the server stops are closed at once.
    closeTimeout: 1,
    onConnect: ({ id }, done) => {
      connections.set(id, performance.now());
      done();
    },
    onData: (stream, { id }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const mail = read(Buffer.concat(chunks).toString());
        const connectedAt = connections.get(id) ?? Number.NaN;
        accepted.push({ ...mail, connectedAt, at: performance.now() });
        done();
      });
    },
  });
  // A client that is killed breaks its connections.
  smtp.on("error", () => {});
  await once(smtp.listen(0, "127.0.0.1"), "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => smtp.close(resolve));
  return {
    /** the clients' `SMTP_URL` */
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function read(mail: string) {
  const head = mail.slice(0, mail.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return {
    id: /^message-id: <(.*)@/im.exec(head)?.[1] ?? "",
    subject: /^subject: (.*)$/im.exec(head)?.[1] ?? "",
  };
}
