/** Runs a history of claims: its steps, and then a while in which everything works. @module */
import { Effect, Option } from "effect";
import { isActionOver } from "../../../core/chain/mod.ts";
import type { ClaimPolicy } from "../../../core/order/mod.ts";
import { Chance } from "../../stage/chance.ts";
import { pinnedUntil } from "../../stage/pinned.ts";
import { actionsOf } from "./actions.ts";
import { hasRoad, isStalled, unclaimedOf } from "./chain_truth.ts";
import { Claimants, type WantedAction } from "./claimants.ts";
import { ClaimGround } from "./ground.ts";
import { type ClaimMarket, MARKETS, WALLETS } from "./holdings.ts";
import type { ClaimPlan, ClaimStep, ClaimStepOf } from "./plan.ts";
import { ClaimReplica } from "./replica.ts";
import { CLAIM_PROVIDERS, type ClaimProvider } from "./venue.ts";

/** The index has listed what was done, and a policy has claimed it. */
const QUIET_MS = 700_000;
/** A policy claims again what it once claimed, and then after twice as long each time. */
const AGAIN_MS = 600_000;
/** How late it looks, and how long the index and the venue take. */
const LOOKED_MS = 100_000;
/** Bytes have expired, been signed anew and executed, and been listed, more than once. */
const OVER_MS_MAX = 6_000_000;
const LOOK_MS = 30_000;
/** What the index lists is read again after this, and then whole. */
const LISTED_MS = 600_000;
const READ_MS = 20_000;
/** One run of a history. */
export class ClaimHistory {
  readonly ground: ClaimGround;
  readonly claimants: Claimants;
  readonly #plan: ClaimPlan;
  readonly #replicas: Array<ClaimReplica | undefined>;
  #lives = 0;

  private constructor(plan: ClaimPlan) {
    this.#plan = plan;
    this.ground = new ClaimGround(plan.world);
    this.#replicas = Array.from({ length: plan.world.replicas }, () => undefined);
    this.claimants = new Claimants(this.ground, () => this.replicas);
  }

  /** Lives through a history. */
  static live(plan: ClaimPlan): Promise<ClaimHistory> {
    const chance = new Chance(plan.world.seed + 1);
    // What is made before the run has started is made by its clock, too.
    const outside: { run?: ClaimHistory } = {};
    const ground = () => outside.run?.ground;
    return pinnedUntil({
      nowMs: () => ground()?.time.nowMs ?? plan.world.startSec * 1000,
      chance,
      after: (ms, act) => ground()?.after(ms, act) ?? (() => {}),
      fetch: (url, init) => {
        const wire = ground()?.wire;
        return wire === undefined ? Promise.reject(new Error("no wire")) : wire.fetch(url, init);
      },
    }, async () => {
      const run = new ClaimHistory(plan);
      outside.run = run;
      await run.#run();
      return run;
    });
  }

  get replicas(): ReadonlyArray<ClaimReplica> {
    return this.#replicas.flatMap((replica) => replica ?? []);
  }

  async #run(): Promise<void> {
    for (const at of this.#replicas.keys()) this.#start(at);
    for (const step of this.#plan.steps) {
      if (step.kind === "pass") await this.#pass(step.ms);
      else this.#do(step);
    }
    this.#heal();
    await this.#pass(QUIET_MS);
    await this.#untilOver();
    this.#notePolicies();
    // Whatever was won and is not wanted by a policy is claimed at last: of two outcomes a key
    // claims one at a time, and what only the index knows of is seen late.
    for (const round of [1, 2]) {
      for (const { id } of WALLETS) this.#claimAll(id, round);
      await this.#untilListed();
    }
    this.claimants.wantAgain();
    await this.#untilListed();
    // The first reading has the index read.
    for (const _ of [1, 2]) {
      for (const replica of this.replicas) {
        this.ground.lastReplicas.add(replica.name);
        for (const { id } of WALLETS) this.claimants.read(id, replica);
      }
      await this.#pass(READ_MS);
    }
    for (const { fleet } of this.replicas) fleet.kill();
  }

  /** Waits until nothing is under way that can have an end. */
  async #untilOver(): Promise<void> {
    const { ground, claimants } = this;
    const isOver = () =>
      claimants.waiting === 0 &&
      WALLETS.every((wallet) =>
        !hasRoad(ground, wallet) || isStalled(ground, wallet) ||
        actionsOf(ground, wallet.id).every(isActionOver)
      );
    for (let waitedMs = 0; waitedMs < OVER_MS_MAX; waitedMs += LOOK_MS) {
      await this.#pass(LOOK_MS);
      if (isOver()) return;
    }
  }

  /** Waits until the index lists everything that was done, and has been read since. */
  async #untilListed(): Promise<void> {
    const { ground } = this;
    const isListed = () =>
      WALLETS.flatMap(({ id }) => actionsOf(ground, id)).every(({ endedMs }) =>
        Option.getOrElse(endedMs, () => 0) + LISTED_MS <= ground.time.nowMs
      );
    for (let waitedMs = 0; waitedMs < OVER_MS_MAX; waitedMs += LOOK_MS) {
      await this.#untilOver();
      if (isListed()) return;
    }
  }

  /** Notes what a policy has not claimed, though nothing of it is under way or has just failed. */
  #notePolicies(): void {
    const { ground } = this;
    for (const [at, wallet] of WALLETS.entries()) {
      if (ground.policies[at] !== "auto") continue;
      const actions = actionsOf(ground, wallet.id);
      const isLater = ({ conditionId }: ClaimMarket) => {
        const own = actions.filter(({ market }) => market.conditionId === conditionId);
        const claims = own.filter(({ kind }) => kind === "claim").length;
        const waitMs = AGAIN_MS * 2 ** Math.max(0, claims - 1) + LOOKED_MS;
        return own.some(({ endedMs }) =>
          Option.match(endedMs, {
            onNone: () => true,
            onSome: (ms) => ms + waitMs > ground.time.nowMs,
          })
        );
      };
      const left = unclaimedOf(ground, wallet).filter((market) => !isLater(market));
      ground.unclaimedByPolicy.set(wallet.id, left.map(({ slug }) => slug));
    }
  }

  #pass(ms: number): Promise<void> {
    return this.ground.time.advanceWith(ms, this.ground.wire.atRest);
  }

  #claimAll(walletId: string, round: number): void {
    this.#ask({ kind: "claim", key: `last-${round}`, content: { walletId } });
  }

  /** A key has no road without a node. */
  #ask(wanted: WantedAction, replica?: ClaimReplica): void {
    const wallet = WALLETS.find(({ id }) => id === wanted.content.walletId);
    if (wallet === undefined || !hasRoad(this.ground, wallet)) return;
    this.claimants.want(wanted, replica);
  }

  #do(step: Exclude<ClaimStep, { readonly kind: "pass" }>): void {
    const { ground, claimants } = this;
    switch (step.kind) {
      case "fate":
        ground.fates[step.provider] = step.fate;
        return;
      case "set":
        return void Object.assign(ground.conditions, step.conditions);
      case "relaying": {
        const { kind: _, ...terms } = step;
        return void ground.simulated.control("relayer", "POST /__relaying", terms);
      }
      case "redeem": {
        const body = { share: step.share, after_s: step.afterSec };
        return void ground.simulated.control("node", "POST /__auto_redeem", body);
      }
      case "resolve":
        return this.#resolve(step);
      case "claim":
      case "pair":
        return this.#want(step);
      case "hand": {
        const [wallet, market] = [WALLETS[step.wallet], MARKETS[step.market]];
        if (wallet === undefined || market === undefined) return;
        const amount = step.act === "redeem" ? {} : { amount: step.amount };
        return ground.simulated.actByHand({
          address: wallet.funder,
          do: step.act,
          token_id: market.tokenIds[0],
          ...amount,
        });
      }
      case "elsewhere":
        return ground.actElsewhere(step.wallet);
      case "policy":
        return this.#setPolicy(step.wallet, step.policy);
      case "read": {
        const [replica, wallet] = [this.#at(step.replica), WALLETS[step.wallet]];
        if (replica?.isRunning === true && wallet) claimants.read(wallet.id, replica);
        return;
      }
      case "process":
        return this.#changeProcess(step);
      case "die":
        return this.#at(step.replica)?.endAtCall(step.call);
      case "fleet":
        return this.#at(step.replica)?.fleet[step.change]();
      case "forget":
        return ground.fleet.forget();
    }
  }

  #resolve({ market, first }: ClaimStepOf<"resolve">): void {
    const { resolutions } = this.ground;
    const condition = MARKETS[market]?.conditionId;
    // What is resolved stays so.
    if (condition === undefined || resolutions.has(condition)) return;
    resolutions.set(condition, first);
    const payouts = [first, 1_000_000 - first];
    this.ground.simulated.control("index", "PUT /__resolution", { condition, payouts });
  }

  #want(step: ClaimStepOf<"claim" | "pair">): void {
    const walletId = WALLETS[step.wallet]?.id;
    if (walletId === undefined) return;
    const replica = this.#at(step.replica);
    if (step.kind === "claim") {
      const condition = step.market === null ? undefined : MARKETS[step.market]?.conditionId;
      const content = { walletId, ...condition === undefined ? {} : { condition_id: condition } };
      const key = `claim-${step.market}-${step.key}`;
      return this.#ask({ kind: "claim", key, content }, replica);
    }
    const slug = MARKETS[step.market]?.slug;
    if (slug === undefined) return;
    const key = `${step.act}-${step.market}-${step.size}-${step.key}`;
    const content = { walletId, slug, size: step.size };
    this.#ask({ kind: step.act, key, content }, replica);
  }

  #setPolicy(at: number, policy: ClaimPolicy): void {
    const wallet = WALLETS[at];
    if (wallet === undefined) return;
    Effect.runSync(this.ground.wallets.setClaimPolicy(wallet.id, policy));
    this.ground.policies[at] = policy;
  }

  /** A position beyond the last one counts from the first again. */
  #at(position: number): ClaimReplica | undefined {
    return this.#replicas[position % this.#replicas.length];
  }

  #start(at: number): void {
    const name = `${at}-${this.#lives++}`;
    const ended = () => void (this.#replicas[at] = undefined);
    this.#replicas[at] = new ClaimReplica(this.ground, { name, ended });
  }

  #changeProcess({ replica, change }: ClaimStepOf<"process">): void {
    const at = replica % this.#replicas.length;
    const process = this.#replicas[at];
    if (process === undefined) return change === "start" ? this.#start(at) : undefined;
    if (change === "hang") process.fleet.gate.hang();
    if (change === "wake") process.fleet.gate.wake();
    if (change === "kill" || change === "stop") process.end(change === "stop");
  }

  /** From here on everything works, but for what has stalled for ever. */
  #heal(): void {
    const { ground } = this;
    Object.assign(ground.conditions, { store: "answers", receivers: "takes", answers: "arrive" });
    for (const provider of Object.keys(CLAIM_PROVIDERS)) {
      ground.fates[provider as ClaimProvider] = "answers";
    }
    const terms = { stall: 0, failed: 0, quota: 100_000 };
    ground.simulated.control("relayer", "POST /__relaying", terms);
    for (const [at, replica] of this.#replicas.entries()) {
      if (replica === undefined) {
        this.#start(at);
        continue;
      }
      replica.endAtCall(Infinity);
      replica.fleet.mend();
      replica.fleet.gate.wake();
    }
  }
}
