/** What wallets do on the chain, in memory: for tests, and the reference of the port. @module */
import { Effect, Layer, Option } from "effect";
import { type ChainAction, type ChainSubmission, isActionOver } from "../../core/chain/mod.ts";
import {
  type ActionChange,
  type ActionPlace,
  ChainStore,
  type EndedAction,
  type NewChainAction,
} from "../../core/port/chain_store.ts";
import { WalletStore } from "../../core/port/wallet_store.ts";
import { MemoryFrames, visibleOfAction } from "./wallet_frames.ts";
import { MemoryOutbox } from "./webhook_store.ts";

type Service = ChainStore["Service"];

/** An action, and the bytes that were signed for it last. */
interface Kept {
  readonly action: ChainAction;
  readonly submissionId: Option.Option<string>;
}

/** Bytes, and how they ended. */
interface Signed {
  readonly submission: ChainSubmission;
  readonly ended: Option.Option<Pick<EndedAction, "end" | "endMs" | "why">>;
}

/**
 * Empty at the start of its scope; it accepts wallets that are not stored. Over the stores of
 * orders, wallets and webhooks, it tells of what changes.
 */
export const layerMemoryChainStore: Layer.Layer<ChainStore> = Layer.effect(
  ChainStore,
  Effect.gen(function* () {
    const [frames, outbox] = [yield* MemoryFrames, yield* MemoryOutbox];
    const wallets = yield* Effect.serviceOption(WalletStore);
    const accountOf = (walletId: string) =>
      Option.flatMap(wallets, ({ find }) => Effect.runSync(find(walletId)))
        .pipe(Option.match({ onNone: () => "", onSome: ({ wallet }) => wallet.accountId }));
    return makeStore((action, former) => {
      const { id, walletId, kind, state, endedMs } = action;
      const isSeen = former !== undefined &&
        Bun.deepEquals(visibleOfAction(action), visibleOfAction(former));
      if (isSeen) return;
      frames.add({ kind, walletId, action });
      if (kind !== "claim" || state !== "confirmed") return;
      const createdMs = Option.getOrElse(endedMs, () => 0);
      outbox.tell({ type: "claim.confirmed", action }, {
        id,
        accountId: accountOf(walletId),
        createdMs,
      });
    });
  }),
);

function makeStore(told: (action: ChainAction, former?: ChainAction) => void): Service {
  const actions = new Map<string, Kept>();
  const signed = new Map<string, Signed>();
  const requests = new Map<string, { requestSha256: string; ids: ReadonlyArray<string> }>();
  /** When to look at a wallet that has something to do. */
  const looks = new Map<string, number>();
  const all = () => [...actions.values()].toSorted((a, b) => byAge(a.action, b.action));
  const openOf = (walletId: string) =>
    all().filter(({ action }) => action.walletId === walletId && !isActionOver(action));
  const put = (kept: Kept) => {
    const { action } = kept;
    const former = actions.get(action.id)?.action;
    actions.set(action.id, kept);
    told(action, former);
  };
  const signedFor = ({ submissionId }: Pick<Kept, "submissionId">) =>
    Option.getOrUndefined(Option.map(submissionId, (id) => signed.get(id)));
  const isFlying = (one: Pick<Kept, "submissionId">) => {
    const bytes = signedFor(one);
    return bytes !== undefined && Option.isNone(bytes.ended);
  };
  const endedOf = (kept: Kept): ReadonlyArray<EndedAction> => {
    const bytes = signedFor(kept);
    if (bytes === undefined) return [];
    const { submission, ended } = bytes;
    return Option.toArray(ended).map((end) => ({ action: kept.action, submission, ...end }));
  };
  /** Gives what is known of bytes to the actions that wait for them. */
  const spread = ({ id, tx }: ChainSubmission, fields: Partial<ChainAction> = {}) => {
    for (const { action, submissionId } of all()) {
      if (!Option.contains(submissionId, id) || action.state !== "sent") continue;
      put({ action: { ...action, tx, ...fields }, submissionId });
    }
  };
  const requested = ({ walletId, idempotencyKey }: Parameters<Service["requested"]>[0]) =>
    Option.map(
      Option.fromUndefinedOr(requests.get(`${walletId} ${idempotencyKey}`)),
      ({ requestSha256, ids }) => ({
        requestSha256,
        actions: ids.flatMap((id) => actions.get(id)?.action ?? []),
      }),
    );
  const change = (wanted: ActionChange) => {
    const kept = actions.get(wanted.id);
    if (kept === undefined || isActionOver(kept.action)) return;
    const { action, submissionId } = kept;
    const isOf = Option.match(wanted.submissionId, {
      onNone: () => action.state === "queued",
      onSome: (id) => action.state === "sent" && Option.contains(submissionId, id),
    });
    if (!isOf) return;
    if (wanted.state === "sent" ? Option.isNone(submissionId) : isFlying(kept)) return;
    put({ action: { ...action, ...changed(wanted) }, submissionId });
    if (openOf(action.walletId).length === 0) looks.delete(action.walletId);
  };

  return ChainStore.of({
    requested: (asked) => Effect.sync(() => requested(asked)),
    request: ({ walletId, idempotencyKey, requestSha256, actions: wanted }) =>
      Effect.sync(() => {
        const earlier = requested({ walletId, idempotencyKey });
        if (Option.isSome(earlier)) return earlier.value;
        const ids = wanted.map((one) => {
          const known = openOf(walletId).find(({ action }) => isSameClaim(action, one));
          if (known !== undefined) return known.action.id;
          put({ action: { ...one, walletId, ...UNSIGNED }, submissionId: Option.none() });
          looks.set(walletId, 0);
          return one.id;
        });
        requests.set(`${walletId} ${idempotencyKey}`, { requestSha256, ids });
        return Option.getOrThrow(requested({ walletId, idempotencyKey }));
      }),
    takeDue: ({ nowMs, againMs, limit }) =>
      Effect.sync(() => {
        const due = [...looks].filter(([, ms]) => ms <= nowMs)
          .sort(([a, ms], [b, otherMs]) => ms - otherMs || (a < b ? -1 : 1))
          .slice(0, limit).map(([walletId]) => walletId);
        for (const walletId of due) looks.set(walletId, againMs);
        return due;
      }),
    lookAt: ({ walletId, atMs }) =>
      Effect.sync(() => {
        const ms = looks.get(walletId);
        if (ms !== undefined && ms > 0) looks.set(walletId, atMs);
      }),
    openOf: (walletId) =>
      Effect.sync(() => {
        const open = openOf(walletId);
        const flying = open.find(isFlying);
        return {
          queued: open.map(({ action }) => action).filter(({ state }) => state === "queued"),
          inFlight: Option.map(
            Option.fromUndefinedOr(flying && signedFor(flying)),
            ({ submission }) => submission,
          ),
          signedBefore: open.filter(({ action }) => action.state === "queued").flatMap(endedOf),
          ended: open.filter(({ action }) => action.state === "sent").flatMap(endedOf),
        };
      }),
    begin: ({ submission, actions: begun }) =>
      Effect.sync(() => {
        const found = begun.map(({ id }) => actions.get(id)?.action);
        const areQueued = found.every((action) =>
          action?.walletId === submission.walletId && action.state === "queued"
        );
        if (begun.length === 0 || !areQueued) return false;
        if (openOf(submission.walletId).some(isFlying)) return false;
        signed.set(submission.id, { submission, ended: Option.none() });
        for (const [at, action] of found.entries()) {
          const before = Option.fromUndefinedOr(begun[at]?.before);
          if (action === undefined) continue;
          const { tx } = submission;
          const why = Option.none<string>();
          const attempts = action.attempts + 1;
          put({
            action: { ...action, state: "sent", attempts, before, tx, why },
            submissionId: Option.some(submission.id),
          });
        }
        return true;
      }),
    noteSending: ({ id, sentMs }) =>
      Effect.sync(() => {
        const bytes = signed.get(id);
        if (bytes === undefined || Option.isSome(bytes.ended)) return;
        const sends = bytes.submission.sends + 1;
        const submission = { ...bytes.submission, sentMs: Option.some(sentMs), sends };
        signed.set(id, { ...bytes, submission });
      }),
    noteRefusal: ({ id, why }) =>
      Effect.sync(() => {
        const bytes = signed.get(id);
        if (bytes === undefined || Option.isSome(bytes.ended)) return false;
        const refusals = bytes.submission.refusals + 1;
        const submission = { ...bytes.submission, refusals };
        signed.set(id, { ...bytes, submission });
        spread(submission, { why: Option.some(why) });
        return refusals === submission.sends;
      }),
    noteSubmission: ({ id, why, ...known }) =>
      Effect.sync(() => {
        const bytes = signed.get(id);
        if (bytes === undefined || Option.isSome(bytes.ended)) return;
        const submission = { ...bytes.submission, ...known };
        signed.set(id, { ...bytes, submission });
        spread(submission, why === undefined ? {} : { why });
      }),
    endSubmission: ({ id, tx, ...ended }) =>
      Effect.sync(() => {
        const bytes = signed.get(id);
        if (bytes === undefined || Option.isSome(bytes.ended)) return;
        const { end, endMs, why } = ended;
        const submission = {
          ...bytes.submission,
          tx: Option.orElse(tx, () => bytes.submission.tx),
        };
        signed.set(id, { submission, ended: Option.some({ end, endMs, why }) });
        spread(submission);
      }),
    reopen: ({ walletId, id, endMs }) =>
      Effect.sync(() => {
        const kept = actions.get(id);
        if (kept?.action.walletId !== walletId || kept.action.state !== "queued") return;
        const bytes = signedFor(kept);
        if (bytes === undefined) return;
        const ended = { end: "passed", endMs, why: Option.none() } as const;
        signed.set(bytes.submission.id, { ...bytes, ended: Option.some(ended) });
        put({ ...kept, action: { ...kept.action, state: "sent" } });
      }),
    change: (changes) => Effect.sync(() => changes.forEach(change)),
    list: ({ walletId, kinds, states, conditionId, after, limit }) =>
      Effect.sync(() =>
        all().toReversed().map(({ action }) => action).filter((action) =>
          action.walletId === walletId && kinds.includes(action.kind) &&
          states.includes(action.state) &&
          Option.getOrElse(conditionId, () => action.market.conditionId) ===
            action.market.conditionId &&
          Option.match(after, { onNone: () => true, onSome: (place) => byAge(action, place) < 0 })
        ).slice(0, limit)
      ),
    confirmedOf: (walletId) =>
      Effect.sync(() =>
        all().map(({ action }) => action)
          .filter((action) => action.walletId === walletId && action.state === "confirmed")
          .sort((a, b) => endOf(a) - endOf(b))
      ),
  });
}

const UNSIGNED = {
  state: "queued",
  attempts: 0,
  before: Option.none(),
  moved: Option.none(),
  tx: Option.none(),
  why: Option.none(),
  endedMs: Option.none(),
} as const satisfies Partial<ChainAction>;

const endOf = ({ endedMs }: ChainAction) => Option.getOrElse(endedMs, () => 0);

const byAge = (a: ActionPlace, b: ActionPlace) =>
  a.requestedMs - b.requestedMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const isSameClaim = (a: NewChainAction, b: NewChainAction) =>
  a.kind === "claim" && b.kind === "claim" && a.market.conditionId === b.market.conditionId;

function changed(told: ActionChange): Partial<ChainAction> {
  const { state, why } = told;
  if (state === "queued") return { state, why, tx: Option.none() };
  if (state === "sent") return { state, why };
  return { state, why, tx: told.tx, moved: told.moved, endedMs: Option.some(told.endedMs) };
}
