/**
 * The account's keys in force, with what they did in the last hour, and the revoked ones.
 *
 * @module
 */
import { Ago, Instant } from "../part/instant.tsx";
import { type KeyList, type KeyRow, nameOf } from "./key_request.ts";
import { UsageChart } from "./usage_chart.tsx";
import { limitOfMinute, usageHour } from "./usage_hour.ts";

/** The keys in force. */
export function KeysInForce({ list: { keys, limit, now }, onRevoke }: {
  readonly list: KeyList;
  readonly onRevoke: (key: KeyRow) => void;
}) {
  return (
    <ul class="plain">
      {keys.filter(({ revoked_at }) => revoked_at === null).map((key) => (
        <li key={key.id} class="row">
          <div>
            <h3>{nameOf(key)}</h3>
            <dl class="facts">
              <dt>Key</dt>
              <dd>
                <KeyText of={key} />
              </dd>
              <dt>May</dt>
              <dd>{key.scopes.join(" and ")}</dd>
              <dt>Made</dt>
              <dd>
                <Instant at={key.created_at} /> UTC
              </dd>
              <dt>Last used</dt>
              <dd>
                {key.last_used_at === null ? "never" : <Ago at={key.last_used_at} now={now} />}
              </dd>
            </dl>
          </div>
          <UsageChart hour={usageHour(key.usage, now)} limit={limitOfMinute(limit)} />
          <button
            type="button"
            class="danger"
            aria-label={`Revoke ${nameOf(key)}`}
            onClick={() =>
              onRevoke(key)}
          >
            Revoke
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The revoked keys, folded away; nothing where there are none. */
export function RevokedKeys({ keys }: { readonly keys: ReadonlyArray<KeyRow> }) {
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null);
  if (revoked.length === 0) return null;
  return (
    <details>
      <summary>{revoked.length === 1 ? "1 revoked key" : `${revoked.length} revoked keys`}</summary>
      <div class="wide" role="region" aria-label="Revoked keys" tabIndex={0}>
        <table aria-label="Revoked keys">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Key</th>
              <th scope="col">Made, UTC</th>
              <th scope="col">Revoked, UTC</th>
            </tr>
          </thead>
          <tbody>
            {revoked.map((key) => (
              <tr key={key.id}>
                <th scope="row">{nameOf(key)}</th>
                <td>
                  <KeyText of={key} />
                </td>
                <td>
                  <Instant at={key.created_at} />
                </td>
                <td>{key.revoked_at === null ? null : <Instant at={key.revoked_at} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function KeyText({ of }: { readonly of: KeyRow }) {
  return <code>{of.prefix}…{of.last_four}</code>;
}
