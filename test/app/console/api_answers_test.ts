/**
 * The answers that pages of the console read, beside those that the service documents.
 *
 * @module
 */
import { expect, test } from "bun:test";
import { openSandbox } from "../open_sandbox.ts";
import { type InterfaceField, interfaceFields } from "./interface_fields.ts";

/** An interface, and what it describes: a schema of `/openapi.json`, or a place inside one. */
const ANSWERS: ReadonlyArray<readonly [file: string, name: string, schema: string]> = [
  ["games/game_filters.tsx", "League", "League"],
  ["games/game_pages.ts", "GamesMeta", "GamesOfWindowMeta"],
  ["market/history_answer.ts", "HistoryWindow", "HistoryItem"],
  ["market/history_answer.ts", "WindowHistory", "MarketHistory"],
  ["service/btc_windows.ts", "WindowsAnswer", "MarketWindows"],
  ["service/service_status.ts", "ServiceStatus", "Status"],
  ["service/window_slug.ts", "ListedWindow", "MarketWindow"],
  ["tools/fee_answers.tsx", "Estimate", "FlatFeeEstimate"],
  ["tools/fee_answers.tsx", "Estimate", "LegacyFeeEstimate"],
  ["wallets/order_answer.ts", "Cancelled", "CancelledOrders"],
  ["wallets/order_answer.ts", "OrderPreview", "OrderPreview"],
  ["wallets/order_answer.ts", "PlacedOrder", "PlacedOrder"],
  ["wallets/order_answer.ts", "SentOrder", "SentOrder"],
  ["wallets/wallet_request.ts", "BalanceAnswer", "WalletBalance"],
  ["wallets/wallet_request.ts", "WalletRow", "TradingWallet"],
];

/** Fields that are there because the page asks for them. */
const ASKED_FOR: ReadonlySet<string> = new Set([
  "WindowHistory.evidence",
  "WindowHistory.outcomeMeta",
]);

/** The parts of a schema that say which fields there are. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: ReadonlyArray<string>;
}

const { components } = await (await fetch(`${(await openSandbox()).url}/openapi.json`))
  .json() as { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } };

/** A schema without its null and its list, and whether it allows null. */
function objectOf(schema: Schema): { readonly object: Schema; readonly isNullable: boolean } {
  const { $ref, anyOf, items } = schema;
  if ($ref !== undefined) return objectOf(components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  if (items !== undefined) return { object: objectOf(items).object, isNullable: false };
  const some = anyOf?.filter(({ type }) => type !== "null") ?? [schema];
  const isNullable = anyOf !== undefined && some.length < anyOf.length;
  return some.length === 1 && some[0] !== schema && some[0] !== undefined
    ? { object: objectOf(some[0]).object, isNullable }
    : { object: schema, isNullable };
}

/** What an interface says otherwise than its schema. */
function drift(
  fields: ReadonlyArray<InterfaceField>,
  schema: Schema,
  path: string,
): ReadonlyArray<string> {
  const { object } = objectOf(schema);
  return fields.flatMap(({ name, isOptional, isNullable, fields }) => {
    const at = `${path}.${name}`;
    const property = object.properties?.[name] ??
      Object.values(object.patternProperties ?? {})[0];
    if (property === undefined) return [`${at} is not in the answer`];
    const isKnown = object.properties?.[name] !== undefined;
    return [
      ...(isKnown && !isOptional && !ASKED_FOR.has(at) && object.required?.includes(name) !== true
        ? [`${at} may be missing`]
        : []),
      ...(!isNullable && objectOf(property).isNullable ? [`${at} may be null`] : []),
      ...(fields.length === 0 ? [] : drift(fields, property, at)),
    ];
  });
}

for (const [file, name, schema] of ANSWERS) {
  test(`${name} is in ${schema} as the page reads it`, async () => {
    const source = await Bun.file(`${import.meta.dir}/../../../app/console/${file}`).text();
    const fields = interfaceFields(source, name);
    expect(fields.length).toBeGreaterThan(0);
    expect(drift(fields, components.schemas[schema] ?? expect.unreachable(schema), name))
      .toEqual([]);
  });
}
