/**
 * What the answers of previews have of the token that places what was previewed.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Clock, Effect } from "effect";
import type { KeyHolder } from "../../../core/access/mod.ts";
import type { SentFields } from "../edge/request/read_fields.ts";
import { IsoWire } from "../wire/answer.ts";
import { makePreviewToken, PREVIEW_MS, type PreviewKind, TOKEN_EXAMPLE } from "./preview_token.ts";

/** The fields of a token. */
export const TokenFields = Type.Object({
  previewToken: Type.String({
    description: "For place_order: at most one order, however often it is sent",
  }),
  expiresAt: { ...IsoWire, description: "Until when the token places an order" },
});

/** They, for examples. */
export const TOKEN_FIELDS_EXAMPLE = {
  previewToken: TOKEN_EXAMPLE,
  expiresAt: "2026-08-22T16:02:21.304Z",
};

/** Makes a token of an order that was just previewed. */
export const issueToken = Effect.fnUntraced(function* (
  holder: KeyHolder,
  previewed: { readonly kind: PreviewKind; readonly order: SentFields },
) {
  const expiresMs = (yield* Clock.currentTimeMillis) + PREVIEW_MS;
  const fields: Static<typeof TokenFields> = {
    previewToken: yield* makePreviewToken(holder, { ...previewed, expiresMs }),
    expiresAt: new Date(expiresMs).toISOString(),
  };
  return fields;
});
