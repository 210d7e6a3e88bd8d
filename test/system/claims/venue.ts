/**
 * The venue and the chain of a history of claims: the simulators themselves, on the history's own
 * time, called without a network.
 *
 * @module
 */
import { Result } from "effect";
import type { Answer } from "../../../app/simulator/kit/answer.ts";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import type { SimulatedProvider, SimulatorRequest } from "../../../app/simulator/kit/simulator.ts";
import type { VenueParts } from "../../../app/simulator/polymarket/clob/venue_parts.ts";
import { demoBuilderKey } from "../../../app/simulator/polymarket/relayer/builder_keys.ts";
import { makeSharedParts } from "../../../app/simulator/shared_parts.ts";
import { makeSimulator, type SimulatorName } from "../../../app/simulator/start_simulator.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import { ORACLE_KEY } from "../../simulator/kit/support.ts";
import { EVENT, WALLETS } from "./holdings.ts";

/** The providers that take part, by the simulator that each is. */
export const CLAIM_PROVIDERS = {
  node: "chain",
  relayer: "relayer",
  index: "site",
  catalog: "venue-metadata",
  book: "venue-orders",
} as const satisfies Record<string, SimulatorName>;

/** One of {@linkcode CLAIM_PROVIDERS}. */
export type ClaimProvider = keyof typeof CLAIM_PROVIDERS;

const SEED = 1;
const FACTORY_KIND = "WALLET";

/** The simulators of one history. */
export class ClaimVenue {
  /** What the simulators themselves stand on: the truth. */
  readonly parts: VenueParts;
  /** Opens the relayer for any signer. */
  readonly builderKey = demoBuilderKey(SEED);
  readonly #providers: Readonly<Record<ClaimProvider, SimulatedProvider>>;
  readonly #keyOf: (address: string) => ReturnType<VenueParts["keys"]["of"]>;
  /** The transactions that owners made by hand. */
  readonly byHand = new Set<string>();

  constructor(clock: SandboxClock) {
    const shared = makeSharedParts(makeWorld(SEED));
    const options = {
      ...shared,
      seed: SEED,
      clock,
      oracleKey: ORACLE_KEY,
      profile: PROFILE_BY_NAME.spec,
    };
    const make = (name: ClaimProvider) => makeSimulator(CLAIM_PROVIDERS[name], options);
    this.#providers = {
      book: make("book"),
      node: make("node"),
      relayer: make("relayer"),
      index: make("index"),
      catalog: make("catalog"),
    };
    this.parts = shared.venueParts(() => {
      throw new Error("The simulators have made none");
    });
    this.#keyOf = (address) => shared.apiKeys.of(address.toLowerCase());
    this.control("catalog", "PUT /__event", EVENT);
    // As an order of the wallet would have told.
    for (const { address, funder, signatureType } of WALLETS) {
      if (signatureType !== 3) continue;
      this.parts.wallets.learn(funder, { owner: address, kind: FACTORY_KIND });
    }
  }

  /** The key of an address at the order book. */
  apiKeyOf(address: string) {
    return this.#keyOf(address);
  }

  /** Answers a request that has arrived. */
  answer(provider: ClaimProvider, request: SimulatorRequest): Answer | Promise<Answer> {
    return this.#providers[provider].answer(request);
  }

  /** Returns a provider's own answer of a status. */
  failure(provider: ClaimProvider, status: number, request: SimulatorRequest): Answer {
    return this.#providers[provider].failure(status, request);
  }

  /** Makes a control call; undefined where the simulator refuses it. */
  control(
    provider: ClaimProvider,
    call: string,
    body: Readonly<Record<string, unknown>>,
  ): unknown {
    const control = this.#providers[provider].controls.get(call);
    if (control === undefined) throw new Error(`no control ${call}`);
    return Result.getOrUndefined(control(body, JSON.stringify(body)));
  }

  /** Has an owner act by hand, past the service. */
  actByHand(body: Readonly<Record<string, unknown>>): void {
    const done = this.control("book", "POST /__chain", body);
    if (done !== undefined) this.byHand.add((done as Done).transaction_hash.toLowerCase());
  }
}

interface Done {
  readonly transaction_hash: string;
}
