/**
 * Judges what makers are told of their orders and fills, by the guides "Streams" and "Webhooks": in
 * the end both have said what the venue's ledger says.
 *
 * @module
 */
import { Effect } from "effect";
import { isActionOver } from "../../../core/chain/mod.ts";
import { fillIdOf, isFinalFill, listedStateOf } from "../../../core/order/mod.ts";
import type { WalletFrame } from "../../../core/port/wallet_frames.ts";
import { ordersTopic } from "../../../core/stream/mod.ts";
import type { Ground } from "./ground.ts";
import { MAKERS } from "./maker_venue.ts";
import { CLAIMED_MS, givenUp, sameBodies } from "./message_judge.ts";
import type { StreamClient } from "./stream_client.ts";
import type { SeenMessage } from "./traffic.ts";

interface Message extends SeenMessage {
  readonly type: string;
  readonly data: { readonly id: string; readonly state?: string };
}

/** Returns a description of every promise that was not kept. */
export function brokenToldClaims(
  ground: Ground,
  clients: ReadonlyArray<StreamClient>,
): ReadonlyArray<string> {
  const { traffic } = ground;
  const accounts = new Set(MAKERS.map(({ accountId }) => accountId));
  const webhookIds = traffic.webhooks.filter(({ accountId }) => accounts.has(accountId))
    .map(({ webhookId }) => webhookId);
  const messages = traffic.messages.filter(({ webhookId }) => webhookIds.includes(webhookId))
    .map((seen): Message => ({ ...seen, ...JSON.parse(seen.body) }));
  const frames = MAKERS.map(({ id: walletId }) =>
    Effect.runSync(ground.frames.after({ walletId, seq: 0, limit: 10_000 }))
  );
  return [
    ...MAKERS.flatMap(({ id, address }, at) => [
      ...finalForGood(frames[at] ?? []),
      ...fillsAsTraded(ground, address, frames[at] ?? []),
      ...clients.flatMap((client, number) =>
        unlikeStored(client, id, frames[at] ?? []).map((why) => `client ${number} ${why}`)
      ),
    ]),
    ...sentAsTold(messages, frames.flat(), ground),
    ...sameBodies(messages),
    ...givenUp(messages, traffic.endMs),
  ].map((why) => `15 told: ${why}`);
}

/** What an order or a fill is called, and what became of it. */
interface Brief {
  readonly id: string;
  readonly state: string;
  readonly isFinal: boolean;
}

function briefOf(frame: WalletFrame): Brief {
  if (frame.kind === "order") {
    const { id, state } = frame.order;
    return { id, state: listedStateOf(state), isFinal: state.name === "final" };
  }
  if (frame.kind !== "fill") {
    const { id, state } = frame.action;
    return { id, state, isFinal: isActionOver(frame.action) };
  }
  const { fill, fill: { state } } = frame;
  return { id: fillIdOf(fill), state, isFinal: isFinalFill(state) };
}

/** A fill that is told to be confirmed never fails later, and the other way round. */
function finalForGood(frames: ReadonlyArray<WalletFrame>): ReadonlyArray<string> {
  const ended = new Map<string, string>();
  return frames.map(briefOf).flatMap(({ id, state, isFinal }) => {
    const before = ended.get(id);
    if (isFinal) ended.set(id, state);
    return before === undefined || before === state
      ? []
      : [`final: ${id} was ${before}, and then ${state}`];
  });
}

/** Every trade of the venue is told with its end, and nothing else is. */
function fillsAsTraded(
  { makers: { trades } }: Ground,
  address: string,
  frames: ReadonlyArray<WalletFrame>,
): ReadonlyArray<string> {
  const last = new Map(
    frames.filter(({ kind }) => kind === "fill").map((frame) => {
      const { id, state } = briefOf(frame);
      return [id, state];
    }),
  );
  const traded = new Map(
    trades.filter((trade) => trade.address === address)
      .map((trade) => [fillIdOf(trade), trade.state]),
  );
  return [...new Set([...last.keys(), ...traded.keys()])].flatMap((id) =>
    last.get(id) === traded.get(id)
      ? []
      : [`fills: ${id} is told as ${last.get(id)}, and is ${traded.get(id)} at the venue`]
  );
}

/** A client has all frames as they are stored, in order, each once, whichever replica it asked. */
function unlikeStored(
  client: StreamClient,
  walletId: string,
  frames: ReadonlyArray<WalletFrame>,
): ReadonlyArray<string> {
  const topic = ordersTopic(walletId);
  const own = client.received.flatMap(({ event }) => event.topic === topic ? [event] : []);
  const wrong = own.findIndex((event, at) =>
    event.kind !== "wallet_frame" || !Bun.deepEquals(event.frame, frames[at])
  );
  return [
    ...client.isLive(topic) ? [] : [`is not live on ${topic}`],
    ...wrong < 0 ? [] : [`has another frame than the ${wrong + 1}th of ${topic}`],
    ...own.length === frames.length ? [] : [`has ${own.length} of ${frames.length} of ${topic}`],
  ];
}

/** Webhooks tell each end once, as the frames do. */
function sentAsTold(
  messages: ReadonlyArray<Message>,
  frames: ReadonlyArray<WalletFrame>,
  { traffic: { endMs, calmMs } }: Ground,
): ReadonlyArray<string> {
  const told = new Set(frames.flatMap(eventsOf));
  const sent = Map.groupBy(messages, ({ type, data }) => `${type} of ${data.id}`);
  const isLate = endMs - calmMs < CLAIMED_MS;
  return [
    ...[...sent].flatMap(([event, attempts]) => [
      ...event.startsWith("guard.") || told.has(event) ? [] : [`webhooks: nothing is ${event}`],
      ...event.startsWith("guard.") || new Set(attempts.map((one) => one.messageId)).size === 1
        ? []
        : [`webhooks: ${event} came twice`],
    ]),
    ...isLate ? [] : [...told].filter((event) => !sent.has(event))
      .map((event) => `webhooks: without ${event}`),
  ];
}

/** The events of webhooks that a frame is told by, as their names and whose they are. */
function eventsOf(frame: WalletFrame): ReadonlyArray<string> {
  const { id, state, isFinal } = briefOf(frame);
  if (frame.kind === "fill") {
    return [`fill.matched of ${id}`, ...isFinal ? [`fill.${state} of ${id}`] : []];
  }
  if (!isFinal) return [];
  if (frame.kind !== "order") return [`${frame.kind}.${state} of ${id}`];
  return [`order.settled of ${id}`, ...state === "canceled" ? [`order.canceled of ${id}`] : []];
}
