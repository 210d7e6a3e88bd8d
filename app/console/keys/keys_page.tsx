/**
 * The page of the account's API keys: makes, lists and revokes them.
 *
 * @module
 */
import { useRef, useState } from "preact/hooks";
import { useAction } from "../part/action.tsx";
import { Confirm } from "../part/confirm.tsx";
import { useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { session } from "../service/session.ts";
import { KeyForm } from "./key_form.tsx";
import { KeysInForce, RevokedKeys } from "./key_list.tsx";
import { keyName, type KeyRow, listKeys, type MadeKey, revokeKey } from "./key_request.ts";
import { NewKey } from "./new_key.tsx";

const EVERY_MS = 15_000;

/** The page. */
export function Page() {
  const keys = useLoaded(listKeys, { by: [session.value?.id], everyMs: EVERY_MS });
  const [made, setMade] = useState<MadeKey>();
  const [revoking, setRevoking] = useState<KeyRow>();
  const inForce = keys.value?.keys.filter(({ revoked_at }) => revoked_at === null);
  const isFirst = inForce?.length === 0;
  // Nobody uses a key yet, not even one that came with the account. As the page was opened: a form
  // that moved while somebody fills it in would lose what is in it.
  const isNew = useRef<boolean | undefined>(undefined);
  if (inForce !== undefined) {
    isNew.current ??= inForce.every(({ last_used_at }) => last_used_at === null);
  }
  const receive = (made: MadeKey) => {
    isNew.current = false;
    setMade(made);
    keys.reload();
  };
  // Nobody makes another one over a key that was not copied yet.
  const form = inForce === undefined || made !== undefined
    ? null
    : <KeyForm isFirst={isFirst} isNew={isNew.current === true} onMade={receive} />;
  return (
    <>
      <h1>API keys</h1>
      {made === undefined ? null : <NewKey made={made} onDone={() => setMade(undefined)} />}
      {isNew.current === true ? form : null}
      <Panel
        title="Your keys"
        of={keys}
        isEmpty={({ keys }) => keys.length === 0}
        empty={<p>No key yet.</p>}
        tools={keys.value?.limit ? <small>dashed: the limit of requests a minute</small> : null}
      >
        {(list) => (
          <>
            <KeysInForce list={list} onRevoke={setRevoking} />
            <RevokedKeys keys={list.keys} />
          </>
        )}
      </Panel>
      {isNew.current === true ? null : form}
      {revoking === undefined
        ? null
        : <Revocation of={revoking} onClose={() => setRevoking(undefined)} onDone={keys.reload} />}
    </>
  );
}

function Revocation({ of, onClose, onDone }: {
  readonly of: KeyRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const revoking = useAction(async () => {
    await revokeKey(of.id);
    onDone();
  });
  return (
    <Confirm title={`Revoke ${keyName(of)}?`} verb="Revoke" action={revoking} onClose={onClose}>
      <p>
        Every request with <code>{of.prefix}…{of.last_four}</code>{" "}
        is refused from then on. A bot that uses it stops. This cannot be taken back.
      </p>
    </Confirm>
  );
}
