/**
 * The simulated order book of the primary venue: API keys, and what wallets hold.
 *
 * @module
 */
import { type Answer } from "../answer.ts";
import { type SandboxClock } from "../clock.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../simulator.ts";
import { makeAccountControl } from "./account_control.ts";
import { makeAccounts } from "./accounts.ts";
import { makeApiKeys } from "./api_keys.ts";
import { balanceAllowance, refuseQuestion } from "./balance_allowance.ts";
import { type L1Caller, readL1 } from "./l1_request.ts";
import { type L2Caller, readL2 } from "./l2_request.ts";
import { REFUSAL, refusedWith } from "./refusal.ts";

/** Answers one method of one path. */
type Endpoint = (request: SimulatorRequest) => Answer | Promise<Answer>;

/** Makes the simulator. Simulators of one seed give the same API keys. */
export function makeOrderBookSimulator(
  { seed, clock }: { readonly seed: number; readonly clock: SandboxClock },
): SimulatedProvider {
  const keys = makeApiKeys(seed);
  const accounts = makeAccounts();

  /** For those who hold the key of the address. */
  const l1 = (answer: (caller: L1Caller) => Answer): Endpoint => async (request) => {
    const caller = await readL1(request);
    return caller === undefined ? REFUSAL.l1 : answer(caller);
  };
  /** For those with an API key. */
  const l2 =
    (answer: (caller: L2Caller, query: URLSearchParams) => Answer): Endpoint => (request) => {
      const caller = readL2(request, keys);
      return caller === undefined ? REFUSAL.l2 : answer(caller, request.query);
    };

  const endpoints: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
    ["GET /", () => answered("OK")],
    ["GET /ok", () => answered("OK")],
    ["GET /time", () => answered(Math.floor(clock.nowMs() / 1000))],
    ["GET /version", () => answered({ version: 2 })],
    [
      "POST /auth/api-key",
      l1(({ address, nonce }) => answered(keys.create(address, nonce), REFUSAL.create)),
    ],
    [
      "GET /auth/derive-api-key",
      l1(({ address, nonce }) => answered(keys.derive(address, nonce), REFUSAL.derive)),
    ],
    ["GET /auth/api-keys", l2(({ key }) => answered({ apiKeys: [key.apiKey] }))],
    [
      "DELETE /auth/api-key",
      l2(({ address }) => {
        keys.revoke(address);
        return answered("OK");
      }),
    ],
    ["GET /auth/ban-status/closed-only", l2(() => answered({ closed_only: false }))],
    [
      // The funder of a wallet that is a contract is not in the request; the venue knows it, and
      // here what was put under the signer's address stands for it.
      "GET /balance-allowance",
      l2(({ address }, query) =>
        refuseQuestion(query) ?? balanceAllowance(query, accounts.of(address))
      ),
    ],
    // The chain is read at once here, so there is nothing to read anew.
    ["GET /balance-allowance/update", l2((_, query) => refuseQuestion(query) ?? answered(""))],
  ]);

  return {
    name: "venue-orders",
    controls: new Map([["PUT /__account", makeAccountControl(accounts)]]),
    failure: refusedWith,
    answer: (request) =>
      endpoints.get(`${request.method} ${request.path}`)?.(request) ?? REFUSAL.path,
  };
}

function answered(body: unknown, refusal: Answer = REFUSAL.path): Answer {
  return body === undefined ? refusal : { status: 200, body };
}
