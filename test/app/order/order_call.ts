/** Requests an order of a service, and reads its reply. @module */
import { JsonNumber, parseExactJson } from "../../../core/json/mod.ts";
import { parseE6 } from "../../../app/simulator/polymarket/clob/micro_units.ts";

/** Who orders. */
export interface Orderer {
  readonly apiKey: string;
  readonly walletId: string;
}

/** A request for an order: fields as JSON texts. */
export interface OrderCall {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * What became of a call.
 *
 * - `placed`: 200. Amounts are times 10^6; undefined if the service does not state them.
 * - `refused`: any other 4xx than 409; or 503 with the message that nothing was placed, and without
 *   a time after which the same request may pass.
 * - `later`: 409 or 503, to be asked again. `orderId`: where it is uncertain.
 * - `lost`: no answer.
 */
export type OrderReply =
  | {
    readonly kind: "placed";
    readonly orderId: string;
    readonly tokenId: string;
    readonly sharesE6: bigint | undefined;
    readonly usdcE6: bigint | undefined;
    readonly isReplayed: boolean;
  }
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | {
    readonly kind: "later";
    readonly message: string;
    readonly orderId: string | undefined;
    readonly waitSec: number;
  }
  | { readonly kind: "lost" };

/** Makes the call; gives up when the signal says so, and without one never. */
export async function callForOrder(
  { url, orderer, signal }: {
    readonly url: string;
    readonly orderer: Orderer;
    readonly signal?: AbortSignal | undefined;
  },
  { key, fields }: OrderCall,
): Promise<OrderReply> {
  try {
    const response = await fetch(`${url}/api/v1/simpleOrders/easyMarketOrder`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": orderer.apiKey,
        "idempotency-key": key,
      },
      body: JSON.stringify({ walletId: orderer.walletId, ...fields }),
      ...(signal === undefined ? {} : { signal }),
    });
    return readReply(response, parseExactJson(await response.text()) as Body);
  } catch {
    return { kind: "lost" };
  }
}

interface Body {
  readonly [field: string]: unknown;
  readonly order?: { readonly tokenId: string };
  readonly filled?: Readonly<Record<"shares" | "usdc", unknown>>;
}

function readReply({ status, headers }: Response, body: Body): OrderReply {
  const message = `${body["error"]} ${body["hint"]}`;
  if (status === 200) {
    return {
      kind: "placed",
      orderId: String(body["orderId"]),
      tokenId: body.order?.tokenId ?? "",
      sharesE6: amountE6(body.filled?.shares),
      usdcE6: amountE6(body.filled?.usdc),
      isReplayed: headers.get("idempotent-replayed") === "true",
    };
  }
  const mayPass = headers.has("retry-after") || !message.includes("Nothing was placed");
  if (status === 409 || (status === 503 && mayPass)) {
    const orderId = /whether the order (0x[0-9a-f]{64})/.exec(message)?.[1];
    return { kind: "later", message, orderId, waitSec: Number(headers.get("retry-after")) };
  }
  return { kind: "refused", status, message };
}

function amountE6(value: unknown): bigint | undefined {
  return value instanceof JsonNumber ? parseE6(value.text) : undefined;
}
