/**
 * A service with one small answer at two paths, one of them for holders of an API key.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option } from "effect";
import { EncodedBody } from "../../adapters/http/edge/answer.ts";
import { makeKeyCheck } from "../../adapters/http/edge/key_check.ts";
import { declareKeyedRoute, declareRoute } from "../../adapters/http/edge/route.ts";
import { makeRun } from "../../adapters/http/edge/run.ts";
import { makeServer } from "../../adapters/http/edge/server.ts";
import { makeProcessQuotaStore } from "../../adapters/process/quota_store.ts";
import { AccountStore } from "../../core/port/mod.ts";
import { KeyCache, layerKeyCache } from "../../core/use_case/mod.ts";
import { QUIET_EDGE } from "../http/edge/quiet_edge.ts";
import { layerMemoryAccountStore } from "../memory/account_store.ts";
import { announce } from "./copied_answer.ts";
import { GAMES_KEY } from "./games/games_key.ts";
import { storeKey } from "./stored_key.ts";

const runtime = ManagedRuntime.make(
  layerKeyCache.pipe(Layer.provideMerge(layerMemoryAccountStore)),
);
const keyCache = await runtime.runPromise(
  Effect.gen(function* () {
    const account = { id: "account", email: "someone@example.com", createdMs: 0 };
    yield* AccountStore.use((store) => store.addAccount(account));
    yield* storeKey(GAMES_KEY, { accountId: account.id, createdMs: 0 });
    return yield* KeyCache;
  }),
);
const run = makeRun(runtime);
const stopwatchMs = () => performance.now();
const quota = Option.some({ requests: 999_999_999, windowSec: 60 });
const FACTS = {
  method: "GET",
  family: "plain",
  tag: "Service",
  summary: "An answer",
  description: "The same answer each time.",
  parameters: [],
  responses: { 200: { description: "An answer" } },
} as const;
const body = new EncodedBody(JSON.stringify({ price: "50821.365812", ok: true }));
const handle = () => ({ body, isCached: true });
const server = makeServer<never>({
  ...QUIET_EDGE,
  checkKey: makeKeyCheck({ keyCache, run, world: "live", fixedKey: Option.none(), stopwatchMs }),
  quota,
  keyedQuota: quota,
  quotaStore: makeProcessQuotaStore(),
  routes: [
    declareRoute({ ...FACTS, path: "/api/v1/open", access: "public", handle }),
    declareKeyedRoute({ ...FACTS, path: "/api/v1/keyed", access: "read", handle }),
  ],
  run,
  clock: { nowMs: () => Date.now(), stopwatchMs },
});
server.listen({ hostname: "127.0.0.1", port: 0 });
announce({ url: new URL(`http://127.0.0.1:${server.server?.port}`) });
