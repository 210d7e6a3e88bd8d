/**
 * The client of the whole service: `createClient(address, { apiKey })`.
 *
 * @module
 */
import { type AssetCall, type AssetRoute, type AssetsCall, assetsCall } from "./asset_calls.ts";
import { type BatchInput, type BatchOutcome, makeBatch } from "./batch.ts";
import type { ActionOptions, CallOptions } from "./call_options.ts";
import { makeIdempotencyKey } from "./idempotency_key.ts";
import { jsonText } from "./json_text.ts";
import { type Operations, type RouteName, ROUTES } from "./routes.ts";
import { FIRST_RETRY_MS, makeSend, type SendOptions } from "./send.ts";
import type { LimitOrderPreview, ReplacedOrder } from "./wire/limit_order.ts";
import type { SentOrder, ShownOrder } from "./wire/order.ts";
import type { OrderPreview, PlacedOrder } from "./wire/placed_order.ts";
import type { OrderGoal } from "./order_goal.ts";
import { urlOf } from "./stream/address.ts";
import { makeWatchOrders } from "./stream/order_watch.ts";
import type { ConnectOptions } from "./stream/connect_options.ts";
import {
  type GamesOptions,
  type OpenedStream,
  openStream,
  type OrdersOptions,
  type Stream,
} from "./stream/stream.ts";
import { DEFAULT_TIMING } from "./stream/timing.ts";
import { untilOver } from "./until_over.ts";
import { type OrderOfWallet, type WaitOptions, type WaitPorts, waitUntil } from "./wait_until.ts";

/** Options for {@linkcode createClient}. */
export interface ClientOptions extends SendOptions {
  /** `sk_live_...`, or `sk_test_...` in a sandbox. Prices, fees and markets need none. */
  readonly apiKey?: string | undefined;
  /** How the stream connects. */
  readonly stream?: ConnectOptions;
}

/** What a market order takes. */
export type OrderInput = Omit<Operations[typeof ROUTES.orders.market]["input"], "dryRun">;

/** What a limit order takes. */
export type LimitOrderInput = Omit<Operations[typeof ROUTES.orders.limit]["input"], "dryRun">;

/** What takes the place of an order. */
export type ReplaceOrderInput = Operations[typeof ROUTES.orders.replace]["input"];

type OrderCall<Input, Answer> = (input: Input, options?: CallOptions) => Promise<Answer>;

/** The requests of orders that differ from what their routes take and answer. */
interface OrderCalls {
  readonly market: OrderCall<OrderInput, PlacedOrder>;
  readonly limit: OrderCall<LimitOrderInput, PlacedOrder>;
  readonly batch: (
    input: BatchInput,
    options?: Omit<CallOptions, "idempotencyKey">,
  ) => Promise<BatchOutcome>;
  readonly replace: OrderCall<ReplaceOrderInput, ReplacedOrder>;
}

/** What moves positions. */
const ACTIONS = ["claim", "split", "merge"] as const;
type ActionName = (typeof ACTIONS)[number];

/** Requests that do something once under the key in their header. */
const KEYED: ReadonlySet<string> = new Set([
  ROUTES.orders.market,
  ROUTES.orders.limit,
  ROUTES.orders.replace,
  ...ACTIONS.map((name) => ROUTES.positions[name]),
]);

type Input<Name extends RouteName> = Operations[Name]["input"];
type Answer<Name extends RouteName> = Operations[Name]["answer"];
type Arguments<Name extends RouteName> = Record<never, never> extends Input<Name>
  ? [input?: Input<Name>, options?: CallOptions]
  : [input: Input<Name>, options?: CallOptions];

/** A request of the service. Those with pages have `all`, which follows the cursor. */
export type Call<Name extends RouteName> =
  & ((...args: Arguments<Name>) => Promise<Answer<Name>>)
  & (Answer<Name> extends
    { readonly data: ReadonlyArray<infer Item>; readonly next_cursor: unknown } ? {
      /** Loops over the items of all pages. Each page is requested when the loop reaches it. */
      readonly all: (...args: Arguments<Name>) => AsyncGenerator<Item, void, undefined>;
    }
    : unknown);

type CallOf<Route> = Route extends RouteName ? Call<Route> : never;

/** A request that moves positions. */
type ActionCall<Name extends RouteName> = (
  input: Input<Name>,
  options?: ActionOptions,
) => Promise<Answer<Name>>;

/** The stream, for which `games` and `orders` take the client's own key. */
export interface ClientStream extends Omit<Stream, "games" | "orders"> {
  readonly games: (
    options?: Omit<GamesOptions, "key"> & Partial<GamesOptions>,
  ) => ReturnType<Stream["games"]>;
  readonly orders: (
    options: Omit<OrdersOptions, "key"> & Partial<OrdersOptions>,
  ) => ReturnType<Stream["orders"]>;
}

/** Every request of the service, and its stream. */
export type Client =
  & {
    readonly [Room in keyof typeof ROUTES]: {
      readonly [Name in keyof typeof ROUTES[Room]]: [Room, Name] extends
        ["orders", keyof OrderCalls] ? OrderCalls[Name & keyof OrderCalls]
        : [Room, Name] extends ["positions", ActionName]
          ? ActionCall<typeof ROUTES["positions"][Name & ActionName]>
        : typeof ROUTES[Room][Name] extends AssetRoute ? AssetCall<typeof ROUTES[Room][Name]>
        : CallOf<typeof ROUTES[Room][Name]>;
    };
  }
  & {
    readonly targets: {
      /** The targets of the open windows of several assets, by asset. */
      readonly activeByAsset: AssetsCall<typeof ROUTES.targets.active>;
    };
    readonly markets: {
      /** All windows of a UTC day of several assets, by asset. */
      readonly timestampsByAsset: AssetsCall<typeof ROUTES.markets.timestamps>;
    };
  }
  & {
    readonly orders: {
      /** Says what a market order would cost, and places nothing. */
      readonly preview: OrderCall<OrderInput, OrderPreview>;
      /** Says what a limit order would trade at once, and places nothing. */
      readonly previewLimit: OrderCall<LimitOrderInput, LimitOrderPreview>;
      /**
       * Waits until an order has come to where you want it, and returns it as it is then. It needs
       * the scope `read`.
       *
       * Throws `GoalMissed` where the order never comes there, `WaitTimeout` with what is known
       * when the time is over, `ApiError` where the service refuses to say, and the reason of the
       * signal. While the service cannot be reached it waits on.
       */
      readonly waitUntil: (
        order: OrderOfWallet,
        goal: OrderGoal,
        options?: WaitOptions,
      ) => Promise<SentOrder>;
    };
    /** Windows, prices, games and orders as they change. Connects when the first loop begins. */
    readonly stream: ClientStream;
  };

/**
 * Returns a client of the service at an address such as `http://127.0.0.1:3000`.
 *
 * Requests that read, and those for a guard, are repeated until they are answered; an order, a
 * claim, a split or a merge with the same key, so that it is done once. Nothing else is sent twice.
 * A wait that the service demands (`Retry-After`) is kept, after a 429 by all requests of its kind.
 * Throws a `TypeError` for an invalid address.
 */
export function createClient(address: string | URL, options: ClientOptions = {}): Client {
  const { origin, pathname, href } = urlOf(address);
  if (origin + pathname !== href) {
    throw new TypeError("Cannot use credentials or a query in an address: omit them");
  }
  const base = href.replace(/^ws/, "http").replace(/\/$/, "");
  const send = makeSend(options);
  const { apiKey } = options;
  const callOf = (route: string) => {
    const [method, path] = route.split(" ") as [method: string, path: string];
    const call = async (
      input: object = {},
      { signal, idempotencyKey, isNew }: CallOptions & { readonly isNew?: boolean } = {},
    ) => {
      const key = KEYED.has(route) ? idempotencyKey || makeIdempotencyKey() : undefined;
      const rest: Record<string, unknown> = { ...input };
      const filled = path.replace(/{(\w+)}/, (_, name: string) => {
        const value = rest[name];
        delete rest[name];
        return encodeURIComponent(value as string);
      });
      const url = new URL(base + (filled[0] === "/" ? filled : `/api/v1/${filled}`));
      const batch = route === ROUTES.orders.batch ? makeBatch(input as BatchInput) : undefined;
      const { walletId, ...fields } = rest;
      const [query, body] = method === "PUT"
        ? [{ walletId }, fields]
        : method === "POST"
        ? [{}, rest]
        : [rest];
      url.search = String(new URLSearchParams(JSON.parse(jsonText(query))));
      return await send({
        route,
        method,
        url: url.href,
        headers: {
          ...(apiKey && { "x-api-key": apiKey }),
          ...(body && { "content-type": "application/json" }),
          ...(key && { "idempotency-key": key }),
        },
        body: body ? jsonText(body) : null,
        idempotencyKey: key,
        isResumed: !!(key && idempotencyKey && !isNew),
        batch,
        signal,
      });
    };
    async function* all(input: object = {}, options?: CallOptions) {
      let asked = input;
      let page: Page;
      do {
        page = await call(asked, options) as Page;
        yield* page.data;
        asked = { ...input, cursor: page.next_cursor };
        // Orders end with an empty cursor, as the venue's own pages do; games end with null.
      } while (page.next_cursor);
    }
    return Object.assign(call, { all });
  };
  const rooms: Record<string, Record<string, ReturnType<typeof callOf>>> = {};
  for (const [room, routes] of Object.entries(ROUTES)) {
    rooms[room] = {};
    for (const [name, route] of Object.entries(routes)) rooms[room][name] = callOf(route);
  }
  const { markets, orders, positions, targets } = rooms;
  const previewOf = (name: string) => (input: object, options?: CallOptions) =>
    orders?.[name]?.({ ...input, dryRun: true }, options);
  const actionOf =
    (name: ActionName) =>
    async (input: object, { untilOverMs = 0, signal, idempotencyKey }: ActionOptions = {}) => {
      const key = idempotencyKey || makeIdempotencyKey();
      return await untilOver(
        ({ isAgain, signal }) =>
          callOf(ROUTES.positions[name])(input, {
            signal,
            idempotencyKey: key,
            isNew: !(isAgain || idempotencyKey),
          }),
        { timeoutMs: untilOverMs, firstRetryMs: options.firstRetryMs ?? FIRST_RETRY_MS, signal },
      );
    };
  let opened: OpenedStream | undefined;
  const open = () =>
    opened ??= openStream(`${base}/api/v1/stream`, { parse: options.parse, ...options.stream });
  const ports: WaitPorts = {
    watch: makeWatchOrders((walletId) =>
      open().begin({
        channel: "orders",
        assets: [walletId.toLowerCase()],
        spans: [""],
        since: undefined,
        key: apiKey,
      })
    ),
    ask: async (order, asked) =>
      (await callOf(ROUTES.orders.get)(order, asked) as ShownOrder).order,
    askMs: options.stream?.timing?.askMs ?? DEFAULT_TIMING.askMs,
  };
  let stream: ClientStream | undefined;
  return {
    ...rooms,
    targets: { ...targets, activeByAsset: assetsCall(callOf(ROUTES.targets.active)) },
    markets: { ...markets, timestampsByAsset: assetsCall(callOf(ROUTES.markets.timestamps)) },
    orders: {
      ...orders,
      preview: previewOf("market"),
      previewLimit: previewOf("limit"),
      waitUntil: (order: OrderOfWallet, goal: OrderGoal, waiting?: WaitOptions) =>
        waitUntil(ports, order, { ...waiting, goal }),
    },
    positions: {
      ...positions,
      ...Object.fromEntries(ACTIONS.map((name) => [name, actionOf(name)])),
    },
    get stream() {
      const connected = open().stream;
      return stream ??= {
        ...connected,
        games: (asked = {}) => connected.games({ key: apiKey ?? "", ...asked }),
        orders: (asked) => connected.orders({ key: apiKey ?? "", ...asked }),
      };
    },
    // The table says which rooms and requests there are; its types say so to the compiler.
  } as Partial<Client> as Client;
}

/** What a request with pages answers. */
interface Page {
  readonly data: ReadonlyArray<unknown>;
  readonly next_cursor: string | null;
}
