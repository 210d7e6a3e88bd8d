/**
 * What the stream's document says in prose: what no schema can.
 *
 * @module
 */
import { SOCKET_OPTIONS } from "../serve_options.ts";
import { BACKLOG_BYTES_MAX, STREAM_LIMITS } from "./stream_limits.ts";

const { maxPayloadLength: PAYLOAD_BYTES_MAX, idleTimeout: IDLE_SEC } = SOCKET_OPTIONS;
const { connectionsPerIp, messageBytes, topics, replayWindows, replayGames } = STREAM_LIMITS;

const CONNECTING: ReadonlyArray<string> = [
  "Open a WebSocket at `/api/v1/stream`. It is public: any origin, not counted among requests, " +
  "and no key but for games.",
  "Every frame is text and holds one JSON object. Yours have `op`, those of the service begin " +
  "with `type`. `hello` comes first.",
  `A client address may have ${connectionsPerIp} sockets; one more is refused with 429 before ` +
  "it opens. A GET that asks for no WebSocket is 426.",
  `A socket may have ${topics} topics, a message ${messageBytes} bytes. A message that cannot be ` +
  "used (an unknown key, `op`, asset or interval; no JSON; too long) is answered by `error`, " +
  "and the socket lives on.",
  "`id` is yours to choose. Whatever answers a message carries the `id` that came with it. " +
  "Messages are answered at once, in the order they came: `subscribed` comes before what it " +
  "brings, and after `unsubscribed` nothing more comes, though a replay was under way. Messages " +
  "about games may be answered after later ones about something else, because a key is checked.",
];

const ORDER: ReadonlyArray<string> = [
  "`seq` of a target is its window's start, of an average the second observed, both in unix " +
  "seconds; of a game it is a number. They are the same from every replica and after every " +
  "restart, so that you can go on anywhere with the last one you have.",
  "Within a topic `seq` only ascends, and nothing comes twice. Between topics there is no order.",
  "One thing may come again: a target that was `provisional`, because the venue's site alone had " +
  "named its price, is sent once more under its `seq` with `corrects: true` if the venue's " +
  "metadata name another. It is not replayed: if you were away, ask the history of what was " +
  "provisional.",
  "Subscribing to a topic that you have changes nothing, unless with `since`: then it goes on " +
  "from there.",
  "Without `since` the current value comes first, if it is known, then every later one. With " +
  "`since` everything after it (itself not) comes in order, then every later one. It counts for " +
  "every topic of the message: send one message a topic where you stopped at different places.",
  `At most ${replayWindows} windows, or seconds, of a topic are sent again. What is further back ` +
  "is told by a `gap`, which comes first.",
  "What will not come is told by `gap`, in its place: both `fromSeq` and `toSeq` are missing, " +
  "and all between them. A window never just fails to appear. (Games: see below.)",
  "An average is of one second, and the oracle does not report every one. A second that it left " +
  "out has no frame and no `gap` once a later one is reported.",
  "An average that the oracle has no feed of (today `twap:hype:30`) is no error: the topic is " +
  "yours, and a `gap` with `no_feed` says at once that nothing of it comes. Should the oracle " +
  "begin to publish it, its frames come without your asking again.",
];

const GAMES: ReadonlyArray<string> = [
  "`subscribe` with a `key` that has the scope `read`. One that is not valid is `unauthorized`, " +
  "one without the scope `forbidden`; while keys cannot be checked, or the games are not read " +
  "yet, the code is `unavailable`: the socket lives on. The last good key of a socket need not " +
  "be sent again. A key that is revoked opens no topic any more; those that are open stay so " +
  "until the socket closes.",
  "`game` brings a game whole, as `GET /api/v1/games` does with `include=platforms,coverage`, " +
  "whenever the game or what stands in `platforms` has changed. Nothing is told when platforms " +
  "were only looked at again: when a `last_seen` moved, a `not_listed` was found again or has " +
  "become too old; nor when a league's durations change. All of these are as of the frame. Games " +
  "that `GET` withholds are not told.",
  "`seq` is the number under which that state is stored. A game that changes again gets another, " +
  "and its former one is gone for ever: what is missing between two numbers is no loss, and is " +
  "not told as a `gap`. A `gap` comes only where a replay is cut, and when you read too slowly. " +
  "Of two states of a game, in whichever topics, the one with the greater `seq` is the later.",
  "Without `since` nothing comes but what changes from then on. With `since` every game whose " +
  "last change has a greater number comes once, as it is now, in the order of the numbers; then " +
  `every later change. At most ${replayGames} games of a topic: those that changed longer ago ` +
  "are told by one `gap` with `replay_limit`, which comes first. Ask for them over HTTP. A " +
  "number far beyond the latest one is refused: the store was set back, or it is no such number.",
  "To know every game and miss no change: (1) subscribe, and keep what comes; (2) when " +
  "`subscribed` is there, `GET /api/v1/games`, all pages; (3) put the games that came since over " +
  "those of the list, by `id`, and go on so. Keep the greatest `seq` of a topic, at first that " +
  "of `subscribed`, and send it as `since` after an interruption. With several replicas behind " +
  "one address wait READ_MODEL_EVERY_S (15 s, unless it is set) between (1) and (2): another " +
  "replica may be as far behind, and what it lacks was told before you came. A game may for a " +
  "moment be older than in the list; its later state follows.",
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
    "Target prices as windows open, the oracle's averages as they are reported, and games as " +
    "they change, over one WebSocket. Everything else is asked for over HTTP: see " +
    "[/openapi.json](/openapi.json) and [/docs](/docs).",
    "### Connecting",
    listOf(CONNECTING),
    "### Order, and what is missing",
    listOf(ORDER),
    "### Games",
    listOf(GAMES),
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
