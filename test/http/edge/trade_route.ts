/** A route that needs the scope `trade`, and says whose key it was asked with. @module */
import { declareKeyedRoute } from "../../../adapters/http/edge/route.ts";

/** The route. */
export const tradeRoute = declareKeyedRoute({
  method: "GET",
  path: "/api/v1/trade",
  access: "trade",
  family: "coded",
  tag: "Test",
  summary: "A test route",
  description: "A test route",
  parameters: [],
  responses: {},
  handle: ({ holder }) => ({ body: { email: holder.account.email } }),
});
