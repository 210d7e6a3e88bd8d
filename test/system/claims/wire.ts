/**
 * The way from the replicas of a history to the simulators, in place of the runtime's `fetch`.
 * Requests and answers get lost, are late, or do not come through.
 *
 * @module
 */
import type { Answer } from "../../../app/simulator/kit/answer.ts";
import type { SimulatorRequest } from "../../../app/simulator/kit/simulator.ts";
import type { Chance } from "../../stage/chance.ts";
import type { Caller } from "../history/ground.ts";
import { type ClaimProvider, type ClaimVenue } from "./venue.ts";

/**
 * What becomes of calls to a provider. `lost_request`, `away`: it does not get them, and in the
 * second case the caller knows. `lost_reply`, `silent`: it does, and its answer does not come; in
 * the second case nothing does, for as long as the caller waits. `late`: it gets them when their
 * caller has long given up. `fails`, `limited`: it answers 503 or 429, and does nothing.
 */
export const CALL_FATES = [
  "answers",
  "slow",
  "lost_request",
  "lost_reply",
  "silent",
  "late",
  "away",
  "fails",
  "limited",
] as const;

/** One of {@linkcode CALL_FATES}. */
export type CallFate = (typeof CALL_FATES)[number];

/** A call that has arrived, and what was answered to it, whether or not that came back. */
export interface ArrivedCall {
  readonly provider: ClaimProvider;
  readonly request: SimulatorRequest;
  readonly answer: Answer;
  /** By the service's clock. */
  readonly atMs: number;
}

/** What the wire stands on. Durations are of machine time. */
export interface WireParts {
  readonly venue: ClaimVenue;
  readonly chance: Chance;
  readonly after: (ms: number, act: () => void) => void;
  readonly nowMs: () => number;
  readonly fateOf: (provider: ClaimProvider) => CallFate;
}

/** Not each call has the fate of the time. */
const FATED = 0.6;
const LATE_MS = { least: 6_000, most: 40_000 };
const SLOW_MS_MAX = 4_000;
const QUICK_MS_MAX = 40;
const BROKEN_MS = 30;
/** The relayer's words where a day's submissions are used up. */
const QUOTA = { error: "quota exceeded: 0 units remaining, resets in 20 seconds" };

/** The wire of one history. */
export class ClaimWire {
  readonly arrived: Array<ArrivedCall> = [];
  readonly #parts: WireParts;
  readonly #callers = new Map<string, Caller>();
  #underWay = 0;
  #isStirred = false;

  constructor(parts: WireParts) {
    this.#parts = parts;
  }

  /** Returns the address of a provider for one life of a replica. */
  urlOf(provider: ClaimProvider, caller: Caller): string {
    const host = `${provider}.${caller.name}.test`;
    this.#callers.set(host, caller);
    return `http://${host}`;
  }

  /** Returns what ends when the promises have done what there is to do; nothing once they rest. */
  readonly atRest = (): Promise<void> | undefined => {
    if (!this.#isStirred && this.#underWay === 0) return undefined;
    this.#isStirred = false;
    return new Promise((resolve) => setImmediate(resolve));
  };

  /** Calls a provider, as the runtime's `fetch` does. */
  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    const { hostname, pathname, search } = new URL(url);
    const caller = this.#callers.get(hostname);
    if (caller === undefined) throw new Error(`nobody has the address ${hostname}`);
    const provider = hostname.slice(0, hostname.indexOf(".")) as ClaimProvider;
    const request: SimulatorRequest = {
      method: init.method ?? "GET",
      path: pathname,
      target: pathname + search,
      query: new URLSearchParams(search),
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? init.body : "",
      client: caller.name,
    };
    return new Promise((resolve, reject) => {
      const deliver = (act: () => void) =>
        caller.enter(() => {
          this.#isStirred = true;
          act();
        });
      const { signal } = init;
      signal?.addEventListener("abort", () => deliver(() => reject(signal.reason)));
      caller.enter(() => {
        if (!caller.departs()) return;
        this.#send({ provider, request }, {
          answered: (answer) => deliver(() => resolve(responseOf(answer))),
          broken: (error) => deliver(() => reject(error)),
        });
      });
    });
  };

  #send(
    call: Pick<ArrivedCall, "provider" | "request">,
    { answered, broken }: {
      readonly answered: (answer: Answer) => void;
      readonly broken: (error: Error) => void;
    },
  ): void {
    const { chance, after, venue, fateOf } = this.#parts;
    const fate = chance.is(FATED) ? fateOf(call.provider) : "answers";
    const tripMs = chance.within(1, fate === "slow" ? SLOW_MS_MAX : QUICK_MS_MAX);
    const backMs = chance.within(1, fate === "slow" ? SLOW_MS_MAX : QUICK_MS_MAX);
    const back = (answer: Answer) => after(backMs, () => answered(answer));
    const arrive = (then: (answer: Answer) => void) => after(tripMs, () => this.#serve(call, then));
    const breaks = () => after(BROKEN_MS, () => broken(connectionError("ECONNRESET")));
    switch (fate) {
      case "answers":
      case "slow":
        return arrive(back);
      case "lost_request":
        return breaks();
      case "lost_reply":
        return arrive(breaks);
      case "silent":
        return arrive(() => {});
      case "late":
        return after(chance.within(LATE_MS.least, LATE_MS.most), () => this.#serve(call));
      case "away":
        return after(BROKEN_MS, () => broken(connectionError("ConnectionRefused")));
      case "fails":
      case "limited": {
        const answer = venue.failure(call.provider, fate === "fails" ? 503 : 429, call.request);
        const isSubmission = call.request.path === "/submit";
        return back(isSubmission && answer.status === 429 ? { ...answer, body: QUOTA } : answer);
      }
    }
  }

  /** Has an owner send a transaction to the node. */
  sendByHand(bytes: string): void {
    const asked = { jsonrpc: "2.0", id: 1, method: "eth_sendRawTransaction", params: [bytes] };
    const request: SimulatorRequest = {
      method: "POST",
      path: "/",
      target: "/",
      query: new URLSearchParams(),
      headers: new Headers(),
      body: JSON.stringify(asked),
      client: "owner",
    };
    this.#answer({ provider: "node", request }, () => {});
  }

  #serve(
    call: Pick<ArrivedCall, "provider" | "request">,
    then: (answer: Answer) => void = () => {},
  ): void {
    this.#answer(call, (answer) => {
      this.arrived.push({ ...call, answer, atMs: this.#parts.nowMs() });
      then(answer);
    });
  }

  #answer(
    { provider, request }: Pick<ArrivedCall, "provider" | "request">,
    done: (answer: Answer) => void,
  ): void {
    const answer = this.#parts.venue.answer(provider, request);
    if (!(answer instanceof Promise)) return done(answer);
    this.#underWay += 1;
    void answer.then(done).finally(() => this.#underWay -= 1);
  }
}

/** A response whose text is there at once. */
function responseOf(answer: Answer): Response {
  const { status } = answer;
  const headers = new Headers(answer.headers);
  const isText = typeof answer.body === "string" && headers.has("content-type");
  const text = isText ? String(answer.body) : JSON.stringify(answer.body);
  return { status, headers, text: () => Promise.resolve(text) } as Response;
}

function connectionError(code: string): Error {
  return Object.assign(new Error("The connection broke"), { code });
}
