/**
 * `PUT /__gas`: sets what an address has for gas.
 *
 * @module
 */
import { Result } from "effect";
import { isAddress } from "viem/utils";
import { readFields, readText } from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";
import { formatE6, parseE6 } from "../clob/micro_units.ts";
import { type Node } from "./node.ts";

const WEI_OF_E6 = 10n ** 12n;

/** Makes the control: `address`, and `pol`, decimal text. */
export function makeGasControl(node: Pick<Node, "setBalance">): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["address", "pol"]);
      const address = yield* readText(fields, "address");
      if (!isAddress(address, { strict: false })) {
        return yield* Result.fail(`"address" must be an address`);
      }
      const polE6 = parseE6(yield* readText(fields, "pol"));
      if (polE6 === undefined) return yield* Result.fail(`"pol" must be decimal text`);
      node.setBalance(address, polE6 * WEI_OF_E6);
      return { pol: formatE6(polE6) };
    });
}
