/**
 * A chain, a road to it and an index, as unreliable as a script makes them, for histories of what a
 * wallet does on the chain.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { ChainAction, Pair, RoadAnswer, RoadReport } from "../../../../core/chain/mod.ts";
import { CallsRefused, type ChainRoad, type WantedCall } from "../../../../core/port/chain_road.ts";
import type { IndexedActivity } from "../../../../core/port/wallet_index.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { conditionOf } from "../../../condition.ts";
import { GOOD_TURN, type Turn } from "./chain_turn.ts";

/** Signed calls, as the world knows them. */
interface Bytes {
  readonly calls: ReadonlyArray<WantedCall>;
  readonly nonce: bigint;
  readonly deadlineMs: number;
  readonly tx: string;
  state: "away" | "held" | "executed" | "dead";
  roadId: string | undefined;
}

/** A payment that the chain made for one call of some bytes. */
export interface Execution {
  readonly body: string;
  readonly kind: ChainAction["kind"];
  readonly conditionId: string;
  readonly usdcE6: bigint;
  /** By token. */
  readonly sharesE6: ReadonlyMap<string, bigint>;
}

/** The markets of the world. */
export const MARKETS = [1, 2, 3].map((at) => ({
  conditionId: conditionOf(at),
  slug: Option.none<string>(),
  kind: at === 3 ? "v2" as const : "v1" as const,
  tokenIds: [`${at}1`, `${at}2`] as Pair<string>,
  outcomes: ["Up", "Down"] as Pair<string>,
}));

/** The process ends here. */
export class Killed extends Error {}

const COPIED_MAX = 4;
const DEADLINE_MS = 600_000;
const INDEX_LAG_MS = 90_000;

/** `hasDeadline`: whether what is signed ends by itself. */
export class ChainWorld {
  nowMs = 1_767_268_800_000;
  nonce = 0n;
  usdcE6 = 1_000_000_000n;
  turn: Turn = GOOD_TURN;
  /** Executed calls of our own bytes. */
  readonly executions: Array<Execution> = [];
  /** What others redeemed for the wallet. */
  readonly redeemed: Array<bigint> = [];
  /** What has broken a promise. */
  readonly faults: Array<string> = [];
  readonly #shares = new Map<string, bigint>();
  readonly #bytes = new Map<string, Bytes>();
  readonly #activity: Array<IndexedActivity> = [];
  readonly #hasDeadline: boolean;
  readonly #hasLogs: boolean;
  #calls = 0;

  constructor(options: { readonly hasDeadline: boolean; readonly hasLogs: boolean }) {
    this.#hasDeadline = options.hasDeadline;
    this.#hasLogs = options.hasLogs;
    for (const { tokenIds } of MARKETS) for (const id of tokenIds) this.#shares.set(id, 5_000_000n);
  }

  sharesOf({ tokenIds }: { readonly tokenIds: Pair<string> }): Pair<bigint> {
    return [this.#shares.get(tokenIds[0]) ?? 0n, this.#shares.get(tokenIds[1]) ?? 0n];
  }

  /** Begins a turn. */
  begin(turn: Turn): void {
    this.turn = turn;
    this.#calls = 0;
    this.nowMs += turn.passesMs;
    if (turn.elsewhere === "redeem") this.redeemed.push(this.#redeem(MARKETS[0], { tx: "0xelse" }));
    if (turn.elsewhere === "nonce") this.nonce += 1n;
    if (turn.elsewhere === "trade") this.usdcE6 -= 3_000_000n;
    for (const [body, bytes] of this.#bytes) {
      if (turn.meanwhile === "copy" && bytes.state === "dead") this.#landCopy(body, bytes);
      if (bytes.state !== "held") continue;
      if (turn.meanwhile === "drop") bytes.state = "dead";
      if (turn.meanwhile === "revert" || turn.meanwhile === "execute") this.#land(body, bytes);
    }
  }

  /** Every call of the process to the world, which may be its last. */
  #called<A>(effect: () => A): Effect.Effect<A> {
    return Effect.suspend(() => {
      const at = this.#calls;
      this.#calls += 2;
      if (this.turn.diesAt === at) return Effect.die(new Killed());
      const answer = effect();
      return this.turn.diesAt === at + 1 ? Effect.die(new Killed()) : Effect.succeed(answer);
    });
  }

  /** The chain takes bytes in their turn, all of their calls or none. */
  #land(body: string, bytes: Bytes): void {
    const isDue = bytes.nonce === this.nonce && this.nowMs < bytes.deadlineMs;
    // The road finds out that their turn is over.
    if (bytes.nonce < this.nonce) bytes.state = "dead";
    if (!isDue) return;
    this.nonce += 1n;
    bytes.state = this.turn.meanwhile === "revert" ? "dead" : "executed";
    if (bytes.state === "dead") return;
    for (const call of bytes.calls) this.#execute(call, { body, tx: bytes.tx });
  }

  /** The road knows nothing of it. What was given up again and again has no copies left. */
  #landCopy(body: string, bytes: Bytes): void {
    const isDue = bytes.nonce === this.nonce && this.nowMs < bytes.deadlineMs;
    if (!isDue || this.#bytes.size > COPIED_MAX) return;
    this.nonce += 1n;
    for (const call of bytes.calls) this.#execute(call, { body, tx: `${bytes.tx}c` });
  }

  #execute(call: WantedCall, { body, tx }: { readonly body: string; readonly tx: string }): void {
    const { kind, market } = call;
    const before = this.sharesOf(market);
    const usdcE6 = call.kind === "claim"
      ? this.#redeem(call.market, { tx })
      : this.#changePair(call, { tx });
    const sharesE6 = new Map(
      this.sharesOf(market).map((now, at) =>
        [market.tokenIds[at] ?? "", now - (before[at] ?? 0n)] as const
      ),
    );
    this.executions.push({ body, kind, conditionId: market.conditionId, usdcE6, sharesE6 });
  }

  #redeem(
    market: Pick<typeof MARKETS[number], "conditionId" | "tokenIds"> | undefined,
    { tx }: { readonly tx: string },
  ): bigint {
    if (market === undefined) return 0n;
    const [sharesE6] = this.sharesOf(market);
    if (sharesE6 > 0n) this.#list({ kind: "redeem", market, tx, sharesE6, usdcE6: sharesE6 });
    for (const id of market.tokenIds) this.#shares.set(id, 0n);
    this.usdcE6 += sharesE6;
    return sharesE6;
  }

  #changePair(
    call: Extract<WantedCall, { readonly kind: "split" | "merge" }>,
    { tx }: { readonly tx: string },
  ): bigint {
    const { kind, market, sizeE6 } = call;
    const sign = kind === "split" ? 1n : -1n;
    for (const id of market.tokenIds) {
      this.#shares.set(id, (this.#shares.get(id) ?? 0n) + sign * sizeE6);
    }
    this.usdcE6 -= sign * sizeE6;
    this.#list({ kind, market, tx, sharesE6: sizeE6, usdcE6: sizeE6 });
    return -sign * sizeE6;
  }

  #list(
    { kind, market, tx, sharesE6, usdcE6 }: {
      readonly kind: "redeem" | "split" | "merge";
      readonly market: Pick<typeof MARKETS[number], "conditionId" | "tokenIds">;
      readonly tx: string;
      readonly sharesE6: bigint;
      readonly usdcE6: bigint;
    },
  ): void {
    this.#activity.push({
      kind,
      type: kind.toUpperCase(),
      atMs: Math.floor(this.nowMs / 1000) * 1000,
      tx: Option.some(tx),
      conditionId: Option.some(market.conditionId),
      tokenId: kind === "redeem" ? Option.some(market.tokenIds[0]) : Option.none(),
      outcomeIndex: Option.none(),
      side: Option.none(),
      sharesE6: Option.some(sharesE6),
      usdcE6: Option.some(usdcE6),
    });
  }

  /** What the index lists by now. */
  readonly activity = () =>
    this.#called(() => ({
      activity: this.#activity.filter(({ atMs }) => atMs <= this.nowMs - INDEX_LAG_MS),
      asOfMs: Option.some(this.nowMs - INDEX_LAG_MS),
    }));

  readonly balancesOf = (market: { readonly tokenIds: Pair<string> }) =>
    this.#called(() => ({ usdcE6: this.usdcE6, sharesE6: this.sharesOf(market) }));

  /** What the chain's log says of a transaction. */
  readonly movedBy = (tx: string) =>
    this.#called(() => {
      const executed = [...this.#bytes].find(([, bytes]) =>
        bytes.tx === tx && bytes.state === "executed"
      );
      if (!this.#hasLogs || executed === undefined) return Option.none();
      const own = this.executions.filter(({ body }) => body === executed[0]);
      const usdcE6 = own.reduce((sum, one) => sum + one.usdcE6, 0n);
      const sharesE6 = new Map(own.flatMap((one) => [...one.sharesE6]));
      return Option.some({ usdcE6, sharesE6 });
    });

  /** The road. */
  readonly road: ChainRoad["Service"] = {
    claimsMax: () => Effect.succeed(3),
    sign: ({ calls }) =>
      this.#called(() => {
        const nonce = this.nonce;
        for (const { state, nonce: other, deadlineMs } of this.#bytes.values()) {
          const mayLand = state === "held" && other >= nonce && this.nowMs < deadlineMs;
          if (mayLand) this.faults.push("signed while other bytes may be executed");
        }
        const body = `bytes ${this.#bytes.size}`;
        const deadlineMs = this.#hasDeadline ? this.nowMs + DEADLINE_MS : Infinity;
        const tx = `0x${this.#bytes.size}`;
        this.#bytes.set(body, { calls, nonce, deadlineMs, tx, state: "away", roadId: undefined });
        return {
          road: "relayer" as const,
          nonce,
          deadlineSec: this.#hasDeadline ? Option.some(deadlineMs / 1000) : Option.none(),
          body,
          tx: Option.none<string>(),
        };
      }).pipe(Effect.flatMap((signed) =>
        this.turn.send === "refused" && this.turn.look === "fails"
          ? Effect.fail(new CallsRefused({ why: "it would revert" }))
          : Effect.succeed(signed)
      )),
    send: ({ body }) => this.#called(() => this.#send(this.#bytes.get(body))),
    look: ({ body, roadId }) =>
      this.#called(() => this.#look(this.#bytes.get(body), roadId)).pipe(
        Effect.flatMap((report) =>
          this.turn.look === "fails" ? Effect.fail(UNREACHABLE) : Effect.succeed(report)
        ),
      ),
  };

  #send(bytes: Bytes | undefined): RoadAnswer {
    if (bytes === undefined) throw new Error("Bytes are sent that were never signed");
    const { send } = this.turn;
    const unclear = { kind: "unclear", why: "the connection broke" } as const;
    if (send === "lost before" || send === "server error") return unclear;
    if (bytes.nonce !== this.nonce) {
      const why = `batch nonce ${bytes.nonce} does not match on-chain nonce ${this.nonce}`;
      return { kind: "refused", why, retry: { when: "anew" } };
    }
    if (send === "busy") {
      return { kind: "refused", why: "wallet busy", retry: { when: "later", afterMs: 5_000 } };
    }
    if (send === "refused") {
      return { kind: "refused", why: "not registered", retry: { when: "never" } };
    }
    // What the road has given up it takes again.
    if (bytes.state === "away" || bytes.state === "dead") bytes.state = "held";
    bytes.roadId ??= `id of ${bytes.tx}`;
    if (send === "lost after") return unclear;
    return { kind: "taken", roadId: Option.some(bytes.roadId) };
  }

  #look(bytes: Bytes | undefined, roadId: Option.Option<string>): RoadReport {
    const nextNonce = this.turn.look === "no nonce" ? Option.none() : Option.some(this.nonce);
    const report = { tx: Option.none<string>(), why: Option.none<string>(), nextNonce };
    if (bytes === undefined || Option.isNone(roadId)) return { ...report, state: "unknown" };
    const tx = Option.some(bytes.tx);
    if (bytes.state === "executed") return { ...report, tx, state: "confirmed" };
    if (bytes.state === "dead") return { ...report, state: "failed", why: Option.some("reverted") };
    return { ...report, state: "waiting" };
  }
}

const UNREACHABLE = new ProviderFailed({
  provider: "relayer",
  reason: "unreachable",
  cause: undefined,
});
