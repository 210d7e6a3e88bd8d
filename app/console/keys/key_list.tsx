/**
 * The account's keys in force, with what they did in the last hour, and the revoked ones.
 *
 * @module
 */
import { Fact, Facts } from "../part/facts.tsx";
import { Ago, Instant } from "../part/instant.tsx";
import { countText } from "../part/number_text.ts";
import { WideTable } from "../part/wide_table.tsx";
import { type KeyList, keyName, type KeyRow } from "./key_request.ts";
import { UsageChart } from "./usage_chart.tsx";
import { limitOfMinute, usageHour } from "./usage_hour.ts";

/** The keys in force. */
export function KeysInForce({ list: { keys, limit, now }, onRevoke }: {
  readonly list: KeyList;
  readonly onRevoke: (key: KeyRow) => void;
}) {
  return (
    <ul class="keys">
      {keys.filter(({ revoked_at }) => revoked_at === null).map((key) => (
        <li key={key.id} class="row">
          <div>
            <h3>{keyName(key)}</h3>
            <Facts>
              <Fact name="Key">
                <KeyText of={key} />
              </Fact>
              <Fact name="May">{key.scopes.join(" and ")}</Fact>
              <Fact name="Made">
                <Instant at={key.created_at} /> UTC
              </Fact>
              <Fact name="Last used">
                {key.last_used_at === null ? "never" : <Ago at={key.last_used_at} now={now} />}
              </Fact>
            </Facts>
          </div>
          <UsageChart hour={usageHour(key.usage, now)} limit={limitOfMinute(limit)} />
          <button
            type="button"
            class="danger"
            aria-label={`Revoke ${keyName(key)}`}
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
      <summary>{countText(revoked.length, "revoked key")}</summary>
      <WideTable label="Revoked keys" columns={["Name", "Key", "Made, UTC", "Revoked, UTC"]}>
        {revoked.map((key) => (
          <tr key={key.id}>
            <th scope="row">{keyName(key)}</th>
            <td>
              <KeyText of={key} />
            </td>
            <td>
              <Instant at={key.created_at} />
            </td>
            <td>{key.revoked_at === null ? null : <Instant at={key.revoked_at} />}</td>
          </tr>
        ))}
      </WideTable>
    </details>
  );
}

function KeyText({ of }: { readonly of: KeyRow }) {
  return <code>{of.prefix}…{of.last_four}</code>;
}
