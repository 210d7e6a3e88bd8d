/**
 * What the page that sets a service up sends and is answered.
 *
 * @module
 */
import { type BigDecimal, Option, Result } from "effect";
import { t } from "elysia";
import { toE6 } from "../../../core/fee/mod.ts";
import {
  SIGNATURE_TYPE_NAMES,
  SIGNATURE_TYPES,
  type SignatureType,
} from "../../../core/order/mod.ts";
import { nullable } from "../wire/answer.ts";
import { kind, readerOf, type ReadValue, refuse, strict } from "../wire/kind.ts";
import { Decimal, ExactNumber, whole } from "../wire/number.ts";
import { Text } from "../wire/text.ts";
import { wordFor } from "../wire/word_for.ts";
import { SecretText } from "./secret_text.ts";

const SOME_TYPE = `Send one of ${
  SIGNATURE_TYPES.map((type) => `${type} (${SIGNATURE_TYPE_NAMES[type]})`).join(", ")
}`;

const Type = kind<SignatureType, SignatureType>({ type: "integer", enum: SIGNATURE_TYPES }, {}, {
  ask: SOME_TYPE,
  read: (value, at) => {
    const type = SIGNATURE_TYPES.find((type) => String(type) === wordFor(value));
    return type === undefined ? refuse(at, value, SOME_TYPE) : Result.succeed(type);
  },
});

/** A wallet that its owner has already. */
export const OwnWalletEntry = strict({
  private_key: SecretText(),
  signature_type: Type,
  funder: t.Optional(Text({ ask: "Send the address of its contract" })),
});

const walletId = () => Text({ ask: "Send the id of a wallet, as GET /console/api/setup lists it" });

/** One of the account's wallets. */
export const ChosenWallet = strict({ wallet_id: walletId() });

const LIMIT_HINT = 'Send USDC with up to 6 decimals as a JSON number, or "none" for no limit';

const readUsdc = readerOf(
  Decimal({ minimum: "0.000001", maximum: "999999999", decimalsMax: 6, hint: LIMIT_HINT }),
) as ReadValue<BigDecimal.BigDecimal>;

/** A limit, times 10^6. */
const Limit = () =>
  kind<Option.Option<bigint>, number | "none">({ type: ["number", "string"] }, {}, {
    ask: LIMIT_HINT,
    read: (value, at) =>
      value === "none"
        ? Result.succeedNone
        : Result.map(readUsdc(value, at), (usdc) => Option.some(toE6(usdc))),
  });

/** Both limits of a wallet. */
export const LimitEntry = strict({
  wallet_id: walletId(),
  max_order_usdc: Limit(),
  max_daily_usdc: Limit(),
});

/** A wallet, as far as it is set up. */
export const SetupWallet = t.Object({
  id: t.String(),
  address: t.String(),
  has_venue_key: t.Boolean(),
  max_order_usdc: nullable(ExactNumber()),
  max_daily_usdc: nullable(ExactNumber()),
});

/** How far the service is set up. */
export const SetupAnswer = t.Object({
  file: t.String(),
  has_wallet_key: t.Boolean(),
  has_oracle: t.Boolean(),
  relay_wallet_id: nullable(t.String()),
  wallets: t.Array(SetupWallet),
  key_count: whole(),
});

/** A wallet that was made; the file has a copy of its signing key. */
export const MadeWallet = t.Object({ wallet: SetupWallet, key_file: nullable(t.String()) });

/** Whether the venue takes orders from the machine of the service, also in a clause. */
export const RegionAnswer = t.Object({ is_blocked: t.Boolean(), text: t.String() });
