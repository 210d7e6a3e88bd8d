/**
 * The browsers that are signed in, and how to sign them out.
 *
 * @module
 */
import { useState } from "preact/hooks";
import { useAction } from "../part/action.tsx";
import { Confirm } from "../part/confirm.tsx";
import { Ago, Instant } from "../part/instant.tsx";
import { type Loaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { WideTable } from "../part/wide_table.tsx";
import { browserName } from "./browser_name.ts";
import {
  endOtherSessions,
  endSession,
  type SessionList,
  type SessionRow,
} from "./session_request.ts";

/** The panel. */
export function SessionPanel({ sessions }: { readonly sessions: Loaded<SessionList> }) {
  const [ending, setEnding] = useState<SessionRow | "others">();
  const others = (sessions.value?.sessions ?? []).filter(({ current }) => !current).length;
  return (
    <>
      <Panel
        title="Sessions"
        of={sessions}
        tools={others === 0
          ? null
          : (
            <button type="button" class="danger" onClick={() => setEnding("others")}>
              {others === 1 ? "End the other one" : `End the ${others} others`}
            </button>
          )}
      >
        {({ sessions: rows, now }) => (
          <>
            <p>The browsers that are signed in to this account.</p>
            <WideTable
              label="Sessions"
              kind="cards"
              columns={["Browser", "Address", "Last seen", "Signed in, UTC", "Ends, UTC", {
                hidden: "End it",
              }]}
            >
              {rows.map((row) => (
                <tr role="row" key={row.id}>
                  <th scope="row" role="rowheader" title={row.user_agent}>
                    {browserName(row.user_agent)}
                  </th>
                  <td role="cell">{row.address === "" ? "not known" : row.address}</td>
                  <td role="cell" data-label="Last seen">
                    <Ago at={row.last_seen_at} now={now} />
                  </td>
                  <td role="cell" data-label="Signed in, UTC">
                    <Instant at={row.created_at} />
                  </td>
                  <td role="cell" data-label="Ends, UTC">
                    <Instant at={row.expires_at} />
                  </td>
                  <td role="cell">
                    {row.current ? <span class="mark">this one</span> : (
                      <button
                        type="button"
                        aria-label={`End the session of ${browserName(row.user_agent)}`}
                        onClick={() => setEnding(row)}
                      >
                        End
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </WideTable>
          </>
        )}
      </Panel>
      {ending === undefined ? null : (
        <Ending
          of={ending}
          count={others}
          onClose={() => setEnding(undefined)}
          onDone={sessions.reload}
        />
      )}
    </>
  );
}

function Ending({ of, count, onClose, onDone }: {
  readonly of: SessionRow | "others";
  readonly count: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const ending = useAction(async () => {
    await (of === "others" ? endOtherSessions() : endSession(of.id));
    onDone();
  });
  const title = of !== "others"
    ? `End the session of ${browserName(of.user_agent)}?`
    : count === 1
    ? "End the other session?"
    : `End the ${count} other sessions?`;
  return (
    <Confirm title={title} verb="End" action={ending} onClose={onClose}>
      <p>Who uses it has to sign in again. API keys go on working.</p>
    </Confirm>
  );
}
