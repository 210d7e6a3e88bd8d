/**
 * The prose of the stream's document: what schemas cannot express.
 *
 * @module
 */
import { SOCKET_OPTIONS } from "../edge/serve_options.ts";
import { BACKLOG_BYTES_MAX, STREAM_LIMITS } from "./stream_limits.ts";

const { maxPayloadLength: PAYLOAD_BYTES_MAX, idleTimeout: IDLE_SEC } = SOCKET_OPTIONS;
const { connectionsPerIp, messageBytes, topics, replayWindows, replayGames } = STREAM_LIMITS;
const { messagesPerSec, messageBurst, replaysPerIp, replayFrames } = STREAM_LIMITS;

const CONNECTING: ReadonlyArray<string> = [
  "Open a WebSocket at `/api/v1/stream`. It is public: any origin, not counted as a request, and " +
  "without a key except for games and orders.",
  "Every frame is text and holds one JSON object. Client frames have `op`; server frames begin " +
  "with `type`. `hello` comes first.",
  `A client address may have ${connectionsPerIp} sockets; one more is refused with 429 before ` +
  "it opens. A GET without a WebSocket handshake is 426.",
  `A socket may have ${topics} topics, a message ${messageBytes} bytes. An invalid message (an ` +
  "unknown key, `op`, asset or interval; a field twice; not JSON; too long) is answered with " +
  "`error`, and the socket stays open. A field that is null is as if it were left out.",
  `A socket may send ${messageBurst} messages at once, and earns ${messagesPerSec} a second. One ` +
  "more is answered with an `error` of the code `rate_limited`, without `id`, and the socket is " +
  "closed with 1008. A closed socket counts among those of its address until its messages are " +
  "earned back. One message may name many assets, intervals, windows or leagues.",
  "In a replay whose `hello` has `lockstep`, the clock waits for whoever subscribed with `ack`, " +
  'until `{"op":"ack","n":7}` says how many frames came on the socket. An `ack` of new ones ' +
  "costs no message there; elsewhere it changes nothing, and costs one.",
  "Choose any `id`; the answer to a message repeats it as it was sent. Messages are answered " +
  "immediately and in order: `subscribed` precedes the frames of its topics, and nothing follows " +
  "`unsubscribed`, even if a replay was in progress. Messages about games and orders may be " +
  "answered after later messages about other channels, because a key is checked.",
];

const ORDER: ReadonlyArray<string> = [
  "The `seq` of a target is its window's start, and of an average the observed second, both in " +
  "unix seconds; of a game, an order and a fill it is a number. `seq` is the same from every " +
  "replica and after every " +
  "restart, so you can continue anywhere with the last one you have.",
  "Within a topic `seq` only increases, and nothing is sent twice. Topics are not ordered " +
  "relative to each other.",
  "One exception: a target that was `provisional`, because only the venue's site had published " +
  "its price, is sent again under its `seq` with `corrects: true` if the venue's metadata have " +
  "another price. Corrections are not replayed: after an interruption, ask the history for " +
  "targets that were provisional.",
  "Subscribing to a topic again changes nothing, unless with `since`: then it continues from " +
  "there.",
  "Without `since` the current value comes first, if it is known, then every later one. With " +
  "`since` everything after it (exclusive) comes in order, then every later one. It applies to " +
  "every topic of the message: send one message per topic if they stopped at different points.",
  `Replays take turns: ${replaysPerIp} sockets of a client address at the same time, each one ` +
  "topic after another, and all clients together with a share of the processor. Whatever waits, " +
  "waits once: subscribing again replaces its `since`.",
  `At most ${replayWindows} windows, or seconds, of a topic are replayed. A \`gap\`, which comes ` +
  "first, stands for anything older.",
  "A `gap` reports frames that will not come: `fromSeq`, `toSeq` and everything between them are " +
  "missing. A window never silently fails to appear. (Games: see below.)",
  "An average covers one second, and the oracle does not report every second. A second that it " +
  "skipped has no frame and no `gap` once a later one is reported.",
  "An average without a feed at the oracle (today `twap:hype:30`) is not an error: you stay " +
  "subscribed, and a `gap` with `no_feed` reports immediately that nothing comes. If the oracle " +
  "starts to publish it, its frames come without another request.",
];

const GAMES: ReadonlyArray<string> = [
  "`subscribe` with a `key` that has the scope `read`. An invalid key is `unauthorized`, one " +
  "without the scope `forbidden`; while keys cannot be checked, or the games are not read yet, " +
  "the code is `unavailable`. The socket stays open in each case. You need not send the last " +
  "valid key of a socket again. A revoked key opens no more topics; open topics stay open until " +
  "the socket closes.",
  "`game` carries a whole game, as `GET /api/v1/games` returns it with " +
  "`include=platforms,coverage`, whenever the game or an item of its `platforms` changes. " +
  "Nothing is sent when a check of the platforms finds only a newer `last_seen`, a repeated " +
  "`not_listed` or one that became too old, nor when a league's durations change. All of these " +
  "are as of the frame. Games that `GET` withholds are not sent.",
  "`seq` is the number under which that state is stored. A game that changes again gets a new " +
  "number, and its previous one is never used again: numbers missing in between are not losses, " +
  "and have no `gap`. A `gap` comes only if a replay is cut, or if you read too slowly. Of two " +
  "states of a game, in any topics, the one with the greater `seq` is newer.",
  "Without `since` only later changes come. With `since` every game whose last change has a " +
  "greater number comes once, in its current state and in the order of the numbers; then every " +
  `later change. At most ${replayGames} games of a topic are replayed: for older changes one ` +
  "`gap` with `replay_limit` comes first. Get those games over HTTP. A number far beyond the " +
  "latest one is refused: the store was reset, or it is not a game number.",
  "To know every game and miss no change: (1) subscribe, and keep what comes; (2) after " +
  "`subscribed`, read all pages of `GET /api/v1/games`; (3) replace games of the list with those " +
  "received since, by `id`, and continue so. Keep the greatest `seq` of a topic, at first that " +
  "of `subscribed`, and send it as `since` after an interruption. With several replicas behind " +
  "one address, wait READ_MODEL_EVERY_S (default 15 s) between (1) and (2): another replica may " +
  "be that far behind and lack what was published before you connected. For a moment, a game may " +
  "be older than in the list; its later state follows.",
];

const ORDERS: ReadonlyArray<string> = [
  "`subscribe` with a `key` that has the scope `read`, as for games, and with wallets of its " +
  "account: any other is `forbidden`. When a key is revoked, an `error` with `unauthorized` or " +
  "`forbidden` ends what was subscribed with it within about half a minute.",
  "`order` carries a whole order, as `GET /api/v1/orders/history` lists it, whenever something " +
  "of it changes that is shown there, from the venue's answer on. `fill` carries a fill, as " +
  "`GET /api/v1/fills` lists it: its `matched`, `mined` and `retrying` are provisional, its " +
  "`confirmed` and `failed` are final. The order whose `filled` or `settled` it moves comes " +
  "after it.",
  "`claim`, `split` and `merge` carry what the wallet does on the chain, from the request on, as " +
  "`GET /api/v1/positions/claims` lists it.",
  "`seq` counts the frames of a wallet, of all types together, where they are stored, in one " +
  "step with the change: without a hole, and the same on every replica. The webhooks " +
  "`order.*`, `fill.*` and `claim.confirmed` are written in the same step.",
  "Without `since` only later changes come, and `subscribed` has the number after which it goes " +
  `on in \`seqs\`. With \`since\` every frame after it comes, as it was then. The last ` +
  `${replayFrames} frames of a wallet are replayed: for older ones one \`gap\` with ` +
  "`replay_limit` comes first. Then read the history and the fills, which have all of it.",
  "To miss nothing: (1) subscribe, and keep what comes; (2) after `subscribed`, read the open " +
  "orders and the fills over HTTP; (3) put what came since over that, by `id`. Keep the last " +
  "`seq`, and send it as `since` after an interruption.",
];

const NEWEST: ReadonlyArray<string> = [
  "`spot` is the exchange's newest trade of an asset: on its spot market, or in futures where it " +
  "trades the asset only there. The newest one comes first unless it is older than 10 s, then at " +
  "most ten a second of each asset, the newest always last. `at` is the instant of the trade.",
  "A trade replaces the one before. There is no `seq`, `since` or `gap`: whoever is behind " +
  "gets the newest once it has read the rest. These frames never count as what waits for you.",
];

const WINDOWS: ReadonlyArray<string> = [
  "`window` carries a whole window, as `GET /api/v1/windows/{slug}` answers it: at subscribing, " +
  "and whenever something of it changes that is no price. `phase` is `next` from a minute " +
  "before it opens, with the ids of its market, `open`, and `closed` once its close and outcome " +
  "are final; the venue's resolution comes after that. `seq` is its start. No such frame is left " +
  "out.",
  "`quote` carries the newest price and best bids and asks of the open window, at most ten a " +
  "second, the newest always last. Each replaces the one before: whoever is behind gets the " +
  "newest alone, and they never count as what waits for you.",
  "A subscription goes on with the next window for ever. With `since`, the start of a window, " +
  "those that ended after it come first, as they are known now, then the open one. A `gap` " +
  "stands for those before the last 288, and for one whose end was not found in time.",
  "Known limits: books of windows that open later than the next one are not followed, and the " +
  "venue's own frames may be late under load. Each number has its instant.",
];

const FEEDS: ReadonlyArray<string> = [
  "`healthy`: the provider's own stream is connected. This state is not sent at the start.",
  "`degraded`: that stream is interrupted. Requests replace it, so frames come later.",
  "`down`: requests fail too. A `gap` reports what is not available in time.",
];

const CLOSING: ReadonlyArray<string> = [
  "**1001**: the service is stopping. Reconnect with `since`.",
  `**1008**: you sent more than ${messagesPerSec} messages a second, and over ${messageBurst} at ` +
  "once. An `error` with `rate_limited` comes first.",
  `**1009**: a message was far over the limit: more than ${PAYLOAD_BYTES_MAX} bytes.`,
  `**1013**: you read too slowly. When more than ${BACKLOG_BYTES_MAX} bytes wait for you, a ` +
  "`gap` with `slow_reader` reports for each topic what no longer comes, and the socket is " +
  "closed: old prices are never sent as if they were new. The same happens when a replay waits " +
  "30 s for you to read. Reconnect with `since`.",
  "**4000**: a replay is over, and nothing more will come. Do not reconnect.",
  "**1006**, not a real close code: the network or the client failed. The service sends pings, " +
  `which browsers and libraries answer automatically; a peer that answers none for ${IDLE_SEC} s ` +
  "is considered gone.",
];

/** Returns the document's description, in Markdown. */
export function streamText(): string {
  return [
    "Target prices as windows open, the oracle's averages as they are reported, the exchange's " +
    "newest trades, games as they change, and your own orders and fills, over one WebSocket. " +
    "Everything else is available over HTTP: see [/openapi.json](/openapi.json) and " +
    "[/docs](/docs).",
    "### Connecting",
    listOf(CONNECTING),
    "### Order, and what is missing",
    listOf(ORDER),
    "### Windows",
    listOf(WINDOWS),
    "### Newest trades",
    listOf(NEWEST),
    "### Games",
    listOf(GAMES),
    "### Orders, fills and claims",
    listOf(ORDERS),
    "### The state of a provider",
    "`feed` is sent to subscribers of that provider's topics when its state changes and, after " +
    "`subscribed`, when it is not healthy.",
    listOf(FEEDS),
    "### When the socket closes",
    listOf(CLOSING),
  ].join("\n\n");
}

function listOf(lines: ReadonlyArray<string>): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
