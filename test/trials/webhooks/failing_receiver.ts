/** A receiver of webhooks that verifies each message with the reference library. @module */
import { afterAll } from "bun:test";
import { createServer, type IncomingMessage } from "node:http";
import { Webhook } from "standardwebhooks";
import { checkMessage } from "../../http/webhook/check_message.ts";

/** A message that the receiver has processed. */
export interface ReceivedMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What becomes of a request. `lost`: it is processed, and the reply does not arrive. */
export type Fate = "accept" | "refuse" | "hang_up" | "lost";

/**
 * Starts it. `fateOf` decides by the message's id and the number of its attempts so far. The secret
 * is set once it is known.
 */
export async function startReceiver(fateOf: (id: string, attempt: number) => Fate) {
  const attempts = new Map<string, number>();
  const bodies = new Map<string, Set<string>>();
  const processed = new Map<string, ReceivedMessage>();
  const unverified: string[] = [];
  const undocumented: string[] = [];
  const secrets: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const id = String(request.headers["webhook-id"]);
    const attempt = attempts.get(id) ?? 0;
    attempts.set(id, attempt + 1);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    const fate = fateOf(id, attempt);
    if (fate === "hang_up") return void request.socket.destroy();
    if (fate === "refuse") return void response.writeHead(500).end("no");
    try {
      const headers = request.headers as Record<string, string>;
      const message = new Webhook(secrets[0] ?? "").verify(body, headers);
      processed.set(id, message as ReceivedMessage);
      undocumented.push(...checkMessage(body));
    } catch (cause) {
      unverified.push(`${id}: ${cause}`);
    }
    if (fate === "lost") return void request.socket.destroy();
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  afterAll(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/webhook?token=hunter2`,
    secrets,
    bodies,
    processed,
    unverified,
    /** What is not as `/openapi.json` says. */
    undocumented,
    /** The data of all processed messages of a type. */
    dataOf: (type: string) =>
      [...processed.values()].filter((message) => message.type === type).map(({ data }) => data),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}
