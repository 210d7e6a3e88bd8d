/** A route that needs the scope `trade`, and says whose key it was asked with. @module */
import { Elysia } from "elysia";
import { edge } from "../../../adapters/http/edge/edge.ts";
import type { Gate } from "../../../adapters/http/edge/gate.ts";
import { otherMethods } from "../../../adapters/http/edge/other_methods.ts";

/** The route. */
export function tradeRoute<Ports>(gate: Gate<Ports>) {
  return new Elysia({ name: "trade", prefix: "/api/v1" })
    .use(edge(gate, "coded"))
    .get(
      "/trade",
      ({ answerHolder }) => answerHolder(({ account: { email } }) => ({ body: { email } })),
      { access: "trade" },
    )
    .use(otherMethods);
}
