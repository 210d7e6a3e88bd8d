/**
 * `POST /__chain`: has a wallet split, merge or redeem by hand, past the order book.
 *
 * @module
 */
import { Result } from "effect";
import { isAddress } from "viem/utils";
import { readChoice, readFields, readText } from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";
import { type Markets } from "./markets.ts";
import { formatE6, parseE6 } from "./micro_units.ts";
import { type OnChain } from "./on_chain.ts";

const ACTIONS: ReadonlyMap<unknown, "split" | "merge" | "redeem"> = new Map([
  ["split", "split"],
  ["merge", "merge"],
  ["redeem", "redeem"],
]);

/**
 * Makes the control: `address`, the wallet; `do`, what it does; `token_id`, either outcome of the
 * market; and `amount`, decimal text, except to redeem, which takes all. Says the transaction and
 * the `usdc` that came.
 */
export function makeChainControl(
  { markets, onChain, engine }: {
    readonly markets: Pick<Markets, "byToken">;
    readonly onChain: OnChain;
    readonly engine: { readonly tend: () => void };
  },
): Control {
  return (body) =>
    Result.gen(function* () {
      engine.tend();
      const fields = yield* readFields(body, ["address", "do", "token_id", "amount"]);
      const address = yield* readText(fields, "address");
      if (!isAddress(address, { strict: false })) {
        return yield* Result.fail(`"address" must be an address`);
      }
      const action = yield* readChoice(fields, "do", ACTIONS);
      const market = markets.byToken(yield* readText(fields, "token_id"));
      if (market === undefined) return yield* Result.fail(`"token_id" must be of a market`);
      const done = action === "redeem"
        ? onChain.redeem(address, market)
        : onChain[action](address, market, yield* readAmount(fields.get("amount")));
      const { transactionHash, usdcE6 } = yield* done;
      const usdc = `${usdcE6 < 0n ? "-" : ""}${formatE6(usdcE6 < 0n ? -usdcE6 : usdcE6)}`;
      return { transaction_hash: transactionHash, usdc };
    });
}

function readAmount(value: unknown): Result.Result<bigint, string> {
  const amountE6 = typeof value === "string" ? parseE6(value) : undefined;
  return amountE6 === undefined || amountE6 === 0n
    ? Result.fail(`"amount" must be decimal text above 0`)
    : Result.succeed(amountE6);
}
