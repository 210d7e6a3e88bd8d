/**
 * A follower of books as a test drives it, and a little venue that says what the test wants.
 *
 * @module
 */
import { Effect, Fiber, Logger, Option, Random } from "effect";
import {
  type BookFollowerOptions,
  makeBookFollower,
} from "../../../../adapters/polymarket/book/book_follower.ts";
import type { BookFollower } from "../../../../adapters/polymarket/book/followed_books.ts";
import { type ProviderCall, ProviderWatch } from "../../../../core/port/provider_watch.ts";
import { bookFrame } from "./book_frames.ts";

/** Waits before another attempt are drawn at random: here they are all as short as this. */
const SHORT: Random.Random = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.02 };

/** Starts a follower that lives until it is disposed of. */
export async function startFollower(options: BookFollowerOptions) {
  const calls: Array<ProviderCall> = [];
  const warnings: Array<string> = [];
  const logger = Logger.make(({ message, logLevel }) => {
    if (logLevel === "Warn") warnings.push(String(message));
  });
  const watch = ProviderWatch.of({
    record: (call) => Effect.sync(() => void calls.push(call)),
    reports: Effect.succeed([]),
  });
  const made = Promise.withResolvers<BookFollower>();
  const fiber = Effect.runFork(
    makeBookFollower(options).pipe(
      Effect.tap((follower) => Effect.sync(() => made.resolve(follower))),
      Effect.andThen(Effect.never),
      Effect.scoped,
      Effect.provideService(ProviderWatch, watch),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(Random.Random, SHORT),
    ),
  );
  const follower = await made.promise;
  return {
    /** What the watch was told, and the warnings in the log. */
    calls,
    warnings,
    follow: (...tokenIds: ReadonlyArray<string>) => Effect.runSync(follower.follow(tokenIds)),
    /** The tokens of which a book is there. */
    known: (...tokenIds: ReadonlyArray<string>) =>
      tokenIds.filter((tokenId) => Option.isSome(follower.bookNow(tokenId))).join(),
    [Symbol.asyncDispose]: () => Effect.runPromise(Fiber.interrupt(fiber)),
  };
}

/** Starts a venue that answers subscriptions with the same book for every token, or with none. */
export function startVenue({ isTelling = true } = {}) {
  const sockets = new Set<Bun.ServerWebSocket>();
  const paths: Array<string> = [];
  const texts: Array<string> = [];
  let manners = { isTelling };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) => {
      paths.push(new URL(request.url).pathname);
      return server.upgrade(request) ? undefined : new Response(null, { status: 400 });
    },
    websocket: {
      open: (socket) => void sockets.add(socket),
      close: (socket) => void sockets.delete(socket),
      message: (socket, message) => {
        const text = String(message);
        texts.push(text);
        if (text === "PING") return void socket.send("PONG");
        const { operation, assets_ids } = JSON.parse(text);
        if (operation === "unsubscribe" || !manners.isTelling) return;
        const books = assets_ids.map((tokenId: string) => bookFrame({ tokenId }));
        socket.send(JSON.stringify(books));
      },
    },
  });
  return {
    url: `ws://127.0.0.1:${server.port}`,
    /** The path of every connection that was made. */
    paths,
    /** Everything that was said to it. */
    texts,
    openCount: () => sockets.size,
    behave: (change: typeof manners) => void (manners = change),
    send: (frame: unknown) => sockets.forEach((socket) => socket.send(JSON.stringify(frame))),
    sendText: (text: string) => sockets.forEach((socket) => socket.send(text)),
    cut: () => sockets.forEach((socket) => socket.terminate()),
    close: (code: number, reason: string) =>
      sockets.forEach((socket) => socket.close(code, reason)),
    [Symbol.dispose]: () => void server.stop(true),
  };
}
