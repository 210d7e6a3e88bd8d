/** A little exchange that sends what a test says, and a listener to it. @module */
import { Effect, Fiber, Logger, Random } from "effect";
import { symbolOf } from "../../../adapters/binance/market.ts";
import type { TradeSource } from "../../../adapters/binance/missed_trades.ts";
import { makeBinanceTradeStream } from "../../../adapters/binance/trade_stream.ts";
import type { Asset } from "../../../core/market/mod.ts";
import type { LiveEvent, LiveRollover, LiveStreamState } from "../../../core/port/live_prices.ts";
import { UNWATCHED } from "../../still_run.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { trade } from "./trade_tape.ts";

/** Which socket: of a host, of its mirror, of the futures. */
export type Door = "host" | "mirror" | "futures";

const DOORS: ReadonlyMap<string, Door> = new Map([
  ["/stream", "host"],
  ["/mirror/stream", "mirror"],
  ["/market/stream", "futures"],
]);

/** The frame of a trade, as both markets send it. */
export function tradeFrame(
  asset: Asset,
  [id, atMs, price = "1.5"]: readonly [id: number, atMs: number, price?: string],
): string {
  const { symbol } = symbolOf(asset);
  const data = { e: "aggTrade", E: atMs + 3, s: symbol, f: id, l: id, m: true, M: true };
  return JSON.stringify({
    stream: `${symbol.toLowerCase()}@aggTrade`,
    data: { ...data, ...trade(id, atMs), p: price },
  });
}

/** Starts the exchange, in a moved time. `refuse` says which doors are closed to whoever knocks. */
export function startExchange(refuse: (door: Door) => boolean = () => false) {
  const time = moveTime();
  const sockets = new Map<Door, Bun.ServerWebSocket<Door>>();
  /** Every attempt to connect: the door, and what was asked for. */
  const attempts: Array<{ readonly door: Door; readonly streams: string }> = [];
  const server = Bun.serve<Door>({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) => {
      const { pathname, searchParams } = new URL(request.url);
      const door = DOORS.get(pathname);
      if (door === undefined) return new Response("no such path", { status: 404 });
      attempts.push({ door, streams: searchParams.get("streams") ?? "" });
      if (refuse(door)) return new Response("restricted location", { status: 451 });
      return server.upgrade(request, { data: door }) ? undefined : new Response(null);
    },
    websocket: {
      open: (socket) => void sockets.set(socket.data, socket),
      message: () => {},
      close: (socket) => {
        if (sockets.get(socket.data) === socket) sockets.delete(socket.data);
      },
    },
  });
  const open = (): ReadonlyArray<Door> => [...sockets.keys()].toSorted();
  const origin = `ws://127.0.0.1:${server.port}`;
  return {
    origins: { spotUrl: origin, spotMirrorUrl: `${origin}/mirror`, futuresUrl: origin },
    attempts,
    ...time,
    open,
    bothOpen: () => time.until(() => open().length === 2),
    send: (door: Door, ...frames: ReadonlyArray<string>) => {
      for (const frame of frames) sockets.get(door)?.send(frame);
    },
    cut: (door: Door) => {
      sockets.get(door)?.terminate();
      sockets.delete(door);
    },
    [Symbol.dispose]: () => {
      void server.stop(true);
      time[Symbol.dispose]();
    },
  };
}

/** The little exchange, as a test drives it. */
export type LittleExchange = ReturnType<typeof startExchange>;

/** A REST interface that has no trades. */
export const NO_TRADES: TradeSource = { aggTrades: () => Effect.succeed([]) };

/** Waits before another attempt are drawn at random: here they are all as short as this. */
const SHORT: Random.Random = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.02 };

/** Listens, and keeps everything that was told and logged. */
export function listenTo(
  { origins }: Pick<LittleExchange, "origins">,
  client: TradeSource = NO_TRADES,
) {
  const events: Array<LiveEvent> = [];
  const warnings: Array<string> = [];
  const logger = Logger.make(({ message, logLevel }) => {
    if (logLevel === "Warn") warnings.push(String(message));
  });
  const fiber = Effect.runFork(
    Effect.gen(function* () {
      const stream = yield* makeBinanceTradeStream({ ...origins, client });
      return yield* stream.listen((event) => void events.push(event));
    }).pipe(
      Effect.provide([UNWATCHED, Logger.layer([logger])]),
      Effect.provideService(Random.Random, SHORT),
    ),
  );
  return {
    warnings,
    links: () =>
      events.filter((event) => event.kind === "stream_state").map(({ isUp }: LiveStreamState) =>
        isUp
      ),
    trades: () => events.filter((event) => event.kind === "trade"),
    rollovers: () => events.filter((event) => event.kind === "rollover"),
    /** The ids of the turns of one asset. */
    turnIds: (asset: Asset) =>
      events
        .filter((event): event is LiveRollover =>
          event.kind === "rollover" && event.asset === asset
        )
        .map(({ rollover: { last, first } }) => [last.tradeId, first.tradeId]),
    [Symbol.asyncDispose]: () => Effect.runPromise(Fiber.interrupt(fiber)),
  };
}
