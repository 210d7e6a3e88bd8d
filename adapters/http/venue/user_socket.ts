/**
 * `/ws/user`: what becomes of the orders of one API key.
 *
 * @module
 */
import { Clock, Effect, Exit, Option, type Scope } from "effect";
import type { WalletFrame } from "../../../core/port/wallet_frames.ts";
import { VenueSignatures } from "../../../core/port/venue_signatures.ts";
import { LiveStream, Publisher } from "../../../core/use_case/live/mod.ts";
import type { TradingWallet } from "../../../core/use_case/order/mod.ts";
import { walletOfVenueKey } from "../../../core/use_case/paper/mod.ts";
import { ordersTopic } from "../../../core/stream/mod.ts";
import type { DoorClient } from "./door_socket.ts";
import { INVALID_OPERATION, readSubscription, type Subscription } from "./subscription.ts";
import { userFrame } from "./user_frame.ts";

/** How many sockets an API key may have. */
export const KEY_SOCKETS_MAX = 10;
/** Frames that wait to be sent: who is behind connects again, and reads all anew. */
const FRAMES_MAX = 10_000;

/** Counts the sockets of each wallet. */
export type SocketCounts = Map<string, number>;

/** Makes what talks with one client. */
export function makeUserConversation(counts: SocketCounts) {
  return Effect.fnUntraced(
    function* (client: DoorClient): Effect.fn.Return<never, never, Ports> {
      const publisher = yield* Publisher;
      const stream = yield* LiveStream;
      const due: Array<WalletFrame> = [];
      let wallet: TradingWallet | undefined;
      /** Conditions; undefined for all of them. */
      let wanted: ReadonlySet<string> | undefined = new Set();

      const listen = Effect.fnUntraced(function* (owner: TradingWallet) {
        const { id } = owner.wallet;
        const topic = ordersTopic(id);
        yield* Effect.acquireRelease(
          Effect.sync(() => counts.set(id, (counts.get(id) ?? 0) + 1)),
          () => Effect.sync(() => left(counts, id)),
        );
        yield* Effect.acquireRelease(
          Effect.sync(() =>
            publisher.subscribe({
              publishEvent: (event) => {
                if (event.kind !== "wallet_frame" || event.topic !== topic) return;
                due.push(event.frame);
                client.wake();
              },
            })
          ),
          (end) => Effect.sync(end),
        );
        yield* Effect.acquireRelease(
          Effect.orDie(stream.followWallets([id])),
          (leaves) => Effect.sync(() => leaves.forEach((leave) => leave())),
        );
        wallet = owner;
      });
      const authenticate = Effect.fnUntraced(function* ({ auth }: Subscription) {
        const owner = auth === undefined ? Option.none<TradingWallet>() : yield* ownerOf(auth);
        if (Option.isNone(owner)) return client.refuse("Unauthorized/Invalid api key");
        const { id } = owner.value.wallet;
        // A key that is told of already stays.
        if (wallet?.wallet.id === id) return;
        if (wallet !== undefined || (counts.get(id) ?? 0) >= KEY_SOCKETS_MAX) {
          return client.refuse(`An API key may have ${KEY_SOCKETS_MAX} sockets`);
        }
        yield* listen(owner.value);
      });
      const take = Effect.fnUntraced(function* (text: string) {
        const asked = readSubscription("user", text);
        if (asked === undefined) return client.send(INVALID_OPERATION);
        const { isFirst, isOn, ids, auth } = asked;
        // A later message may omit the key.
        if (wallet === undefined || auth !== undefined || isFirst) yield* authenticate(asked);
        const conditions = new Set(ids.map((id) => id.toLowerCase()));
        if (isFirst) wanted = ids.length === 0 ? undefined : conditions;
        else wanted = isOn ? wanted?.union(conditions) : wanted?.difference(conditions);
      });
      const told = new Map<string, string>();
      const tell = Effect.fnUntraced(function* (owner: TradingWallet) {
        if (due.length > FRAMES_MAX) return client.refuse("Reads too slowly");
        const nowMs = yield* Clock.currentTimeMillis;
        for (const frame of due.splice(0)) {
          const sent = userFrame(frame, owner, nowMs);
          if (sent === undefined || wanted?.has(sent.market) === false) continue;
          if (sent.event_type === "trade") client.send(JSON.stringify(sent));
          else {
            // Much of what is stored of an order is nothing that the venue tells.
            const { timestamp: _, ...said } = sent;
            const text = JSON.stringify(said);
            if (told.get(sent.id) === text) continue;
            told.set(sent.id, text);
            if (told.size > FRAMES_MAX) told.clear();
            client.send(JSON.stringify(sent));
          }
        }
      });
      return yield* Effect.forever(Effect.gen(function* () {
        const text = yield* client.next;
        if (text !== undefined) yield* take(text);
        if (wallet !== undefined) yield* tell(wallet);
      }));
    },
    Effect.scoped,
  );
}

type Ports =
  | Effect.Services<ReturnType<typeof walletOfVenueKey>>
  | LiveStream
  | Publisher
  | Scope.Scope
  | VenueSignatures;

/** Returns the wallet of a key whose three parts are right. */
const ownerOf = Effect.fnUntraced(function* (
  { apiKey, secret, passphrase }: Readonly<Record<string, unknown>>,
) {
  const areTexts = [apiKey, secret, passphrase].every((part) => typeof part === "string");
  if (!areTexts) return Option.none<TradingWallet>();
  const found = yield* Effect.exit(walletOfVenueKey(String(apiKey)));
  const { isSame } = yield* VenueSignatures;
  return Exit.isFailure(found) ? Option.none<TradingWallet>() : Option.filter(
    found.value,
    ({ holder: { credentials } }) =>
      isSame(String(secret), credentials.secret) &&
      isSame(String(passphrase), credentials.passphrase),
  );
});

function left(counts: SocketCounts, id: string): void {
  const count = (counts.get(id) ?? 1) - 1;
  if (count <= 0) counts.delete(id);
  else counts.set(id, count);
}
