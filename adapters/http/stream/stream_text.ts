/**
 * What the stream's document says in prose: what no schema can.
 *
 * @module
 */
import { SOCKET_OPTIONS } from "../serve_options.ts";
import { BACKLOG_BYTES_MAX, STREAM_LIMITS } from "./stream_limits.ts";

const { maxPayloadLength: PAYLOAD_BYTES_MAX, idleTimeout: IDLE_SEC } = SOCKET_OPTIONS;
const { connectionsPerIp, messageBytes, topics, replayWindows } = STREAM_LIMITS;

const CONNECTING: ReadonlyArray<string> = [
  "Open a WebSocket at `/api/v1/stream`. It is public: no key, any origin, and not counted among " +
  "requests.",
  "Every frame is text and holds one JSON object. Yours have `op`, those of the service begin " +
  "with `type`. `hello` comes first.",
  `A client address may have ${connectionsPerIp} sockets; one more is refused with 429 before ` +
  "it opens. A GET that asks for no WebSocket is 426.",
  `A socket may have ${topics} topics, a message ${messageBytes} bytes. A message that cannot be ` +
  "used (an unknown key, `op`, asset or interval; no JSON; too long) is answered by `error`, " +
  "and the socket lives on.",
  "`id` is yours to choose. Whatever answers a message carries the `id` that came with it. " +
  "Messages are answered at once, in the order they came: `subscribed` comes before what it " +
  "brings, and after `unsubscribed` nothing more comes, though a replay was under way.",
];

const ORDER: ReadonlyArray<string> = [
  "`seq` of a target is its window's start, of an average the second observed, both in unix " +
  "seconds. They are the same from every replica and after every restart, so that you can go on " +
  "anywhere with the last one you have.",
  "Within a topic `seq` only ascends, and nothing comes twice. Between topics there is no order.",
  "Subscribing to a topic that you have changes nothing, unless with `since`: then it goes on " +
  "from there.",
  "Without `since` the current value comes first, if it is known, then every later one. With " +
  "`since` everything after it (itself not) comes in order, then every later one. It counts for " +
  "every topic of the message: send one message a topic where you stopped at different places.",
  `At most ${replayWindows} windows, or seconds, of a topic are sent again. What is further back ` +
  "is told by a `gap`, which comes first.",
  "What will not come is told by `gap`, in its place: both `fromSeq` and `toSeq` are missing, " +
  "and all between them. A window never just fails to appear.",
  "An average is of one second, and the oracle does not report every one. A second that it left " +
  "out has no frame and no `gap` once a later one is reported.",
];

const FEEDS: ReadonlyArray<string> = [
  "`healthy`: the provider's own stream is connected. Nothing is said of it at the start.",
  "`degraded`: that stream is interrupted. Requests stand in for it, so that frames come later.",
  "`down`: requests fail too. What cannot be had in time is told by `gap`.",
];

const CLOSING: ReadonlyArray<string> = [
  "**1001**: the service stops. Connect again, with `since`.",
  `**1009**: a message was far over the limit: more than ${PAYLOAD_BYTES_MAX} bytes.`,
  `**1013**: you read too slowly. When more than ${BACKLOG_BYTES_MAX} bytes wait for you, a ` +
  "`gap` with `slow_reader` says for each topic what comes no more, and the socket is closed: " +
  "nobody is sent old prices as if they were new. Connect again, with `since`.",
  "**1006**, which is no code at all: the network, or you. The service sends pings, which " +
  `browsers and libraries answer by themselves; a peer that answers none for ${IDLE_SEC} s is ` +
  "gone.",
];

/** The document's description, in Markdown. */
export function streamText(): string {
  return [
    "Target prices as windows open, and the oracle's averages as they are reported, over one " +
    "WebSocket. Everything else is asked for over HTTP: see [/openapi.json](/openapi.json) and " +
    "[/docs](/docs).",
    "### Connecting",
    listOf(CONNECTING),
    "### Order, and what is missing",
    listOf(ORDER),
    "### The state of a provider",
    "`feed` tells whoever has a topic of that provider when its state changes, and, after " +
    "`subscribed`, when it is not healthy.",
    listOf(FEEDS),
    "### When the socket closes",
    listOf(CLOSING),
  ].join("\n\n");
}

function listOf(lines: ReadonlyArray<string>): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
