/**
 * Implements {@linkcode WalletFrames} in PostgreSQL.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { WalletFrames } from "../../../core/port/wallet_frames.ts";
import { failingTo } from "../engine/failing_to.ts";
import { Sql } from "../engine/sql.ts";
import { FRAME_COLUMNS, toWalletFrame } from "./wallet_frame_row.ts";

/** Provides the frames. Needs a {@linkcode Sql} whose migrations have run. */
export const layerWalletFrames: Layer.Layer<WalletFrames, never, Sql> = Layer.effect(
  WalletFrames,
  Effect.gen(function* () {
    const { query } = yield* Sql;
    return WalletFrames.of({
      heads: (walletIds) =>
        walletIds.length === 0
          ? Effect.succeed(new Map())
          : query(HEADS, [walletIds.join(",")]).pipe(
            Effect.map((rows) => {
              const known = rows.map(({ wallet_id, seq }) =>
                [String(wallet_id), Number(seq)] as const
              );
              return new Map([...walletIds.map((id) => [id, 0] as const), ...known]);
            }),
            failingTo("find what is new of wallets"),
          ),
      after: ({ walletId, seq, limit }) =>
        query(AFTER, [walletId, String(seq), String(limit)]).pipe(
          Effect.map((rows) => rows.map((row) => toWalletFrame(row, walletId))),
          failingTo("read what is new of a wallet"),
        ),
    });
  }),
);

const HEADS = `
  select wallet_id, seq::text as seq from wallet_seqs
  where wallet_id = any(string_to_array($1, ','))
`;

const AFTER = `
  select ${FRAME_COLUMNS} from wallet_frames
  where wallet_id = $1 and seq > $2::text::bigint
  order by wallet_frames.seq limit $3::text::bigint
`;
