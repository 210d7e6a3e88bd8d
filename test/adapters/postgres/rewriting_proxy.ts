/** A TCP proxy before a server that replaces one text by another of the same length. @module */
import { connect, createServer } from "node:net";

/** Where the proxy listens. */
export interface RewritingProxy {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Listens on a free port. Texts must arrive whole: short answers of a server do. */
export async function startRewritingProxy(
  to: { readonly host: string; readonly port: number },
  texts: ReadonlyArray<readonly [from: string, to: string]>,
): Promise<RewritingProxy> {
  const server = createServer((client) => {
    const upstream = connect(to.port, to.host);
    client.on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => {
      // One character a byte, so that nothing else changes.
      const text = texts.reduce(
        (text, [from, to]) => text.replaceAll(from, to),
        bytes.toString("latin1"),
      );
      client.write(Buffer.from(text, "latin1"));
    });
    for (const [one, other] of [[client, upstream], [upstream, client]] as const) {
      one.on("error", () => {});
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as { readonly port: number }).port,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
