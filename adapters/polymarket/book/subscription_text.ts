/**
 * What is sent on the venue's market socket.
 *
 * @module
 */

/** The texts of a ping to the venue's sockets and of its answer. */
export const HEARTBEAT = { ping: "PING", pong: "PONG" } as const;

/** Tokens per message: their books arrive in one frame, which must not grow too large. */
export const TOKENS_A_MESSAGE = 20;

/** Texts to send, in order. */
export type Texts = ReadonlyArray<string>;

/** Nothing to send. */
export const NO_TEXTS: Texts = [];

/**
 * Writes an operation on tokens, in messages of at most `TOKENS_A_MESSAGE`. The first message of a
 * connection has a form of its own; whether it was sent is noted in `connection`.
 */
export function writeSubscriptions(
  connection: { isBegun: boolean },
  operation: "subscribe" | "unsubscribe",
  tokenIds: ReadonlyArray<string>,
): Texts {
  if (tokenIds.length === 0) return NO_TEXTS;
  const texts: Array<string> = [];
  for (let at = 0; at < tokenIds.length; at += TOKENS_A_MESSAGE) {
    const assets_ids = tokenIds.slice(at, at + TOKENS_A_MESSAGE);
    texts.push(JSON.stringify(
      connection.isBegun
        ? { operation, assets_ids }
        : { assets_ids, type: "market", custom_feature_enabled: true },
    ));
    connection.isBegun = true;
  }
  return texts;
}
