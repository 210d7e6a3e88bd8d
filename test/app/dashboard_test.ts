/**
 * The dashboard and the alerts, held against the metrics of a running service: what they ask for
 * exists, and what exists is asked for.
 *
 * @module
 */
import { parser } from "@prometheus-io/lezer-promql";
import type { SyntaxNode } from "@lezer/common";
import { afterAll, describe, expect, test } from "bun:test";
import dashboard from "../../adapters/http/document/dashboard.json" with { type: "json" };
import { control } from "../simulator/kit/support.ts";
import { openSandbox } from "./open_sandbox.ts";
import { placeUntilSent } from "./order/place_until_sent.ts";
import { connectStream } from "../stage/stream_client.ts";
import { makeFolder } from "../temporary_folder.ts";
import { until } from "../until.ts";

const DOCUMENTS = new URL("../../adapters/http/document/", import.meta.url).pathname;
const alerts = Bun.YAML.parse(await Bun.file(`${DOCUMENTS}alerts.yaml`).text()) as {
  readonly groups: ReadonlyArray<{
    readonly rules: ReadonlyArray<{
      readonly alert: string;
      readonly expr: string;
      readonly for?: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly action: string };
    }>;
  }>;
};

/** What Prometheus adds to every series that it reads. */
const OF_PROMETHEUS = ["instance", "job"];

/** Metrics that nothing shows, each with the reason. */
const UNUSED: ReadonlyMap<string, string> = new Map([
  ["strikeline_games_refused_total", "a schedule that contradicts itself: the log has each one"],
]);

const KEY = "sk_test_dashboard";
const folder = makeFolder();
const service = await openSandbox({ DATA_DIR: folder.path, SANDBOX_API_KEY: KEY });
const ORDER = service.said(/-d '(\{[^']*\})'/);
afterAll(folder.remove);
const idleBytes = (await (await fetch(`${service.url}/metrics`)).bytes()).length;

/** Series by metric, as the labels that they have; histograms by the names of their series. */
async function readMetrics(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const labels = new Map<string, Set<string>>();
  for (const line of text.split("\n")) {
    const [, name = "", inside = ""] = /^([a-z_]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === "") continue;
    const known = labels.get(name) ?? new Set();
    for (const [, label = ""] of inside.matchAll(/([a-z_]+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return labels;
}

async function placeOrder(): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/simpleOrders/easyMarketOrder`, {
    method: "POST",
    headers: { "x-api-key": KEY, "content-type": "application/json" },
    body: ORDER,
  });
  return `${response.status} ${await response.text()}`;
}

/** Makes everything happen that is counted, and returns the metrics that count it. */
async function metricsOfABusyService() {
  expect(await placeUntilSent(placeOrder)).toStartWith("200 ");
  await control(`${service.said(/venue-orders +(http:\S+)/)}/__faults`, "POST", {
    match: "POST /order",
    kind: "lost_reply",
    times: 1,
  });
  await placeUntilSent(placeOrder);
  const client = await connectStream(service.url);
  afterAll(() => client.close());
  const awaited = ["strikeline_orders_reconciled_total", "strikeline_stream_events_total"];
  let metrics = await readMetrics();
  await until(async () => {
    metrics = await readMetrics();
    return awaited.every((name) => metrics.has(name));
  });
  return metrics;
}

const metrics = await metricsOfABusyService();

const panels = dashboard.panels.filter(({ type }) => type !== "row");
const queries = [
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr.replaceAll("$__rate_interval", "5m")] as const)
  ),
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
];

function nodesOf(root: SyntaxNode, name: string): ReadonlyArray<SyntaxNode> {
  const found: Array<SyntaxNode> = [];
  root.cursor().iterate((node) => {
    if (node.from < root.from || node.to > root.to) return false;
    if (node.name === name) found.push(node.node);
    return undefined;
  });
  return found;
}

/** The metric of each selector of a query, with the labels that it is matched by. */
function selectorsOf(query: string, within: SyntaxNode = parser.parse(query).topNode) {
  const textOf = ({ from, to }: SyntaxNode) => query.slice(from, to);
  return nodesOf(within, "VectorSelector").map((selector) => ({
    metric: nodesOf(selector, "Identifier").map(textOf)[0] ?? "",
    labels: nodesOf(selector, "LabelName").map(textOf),
  }));
}

test("what an idle service is asked for each quarter of a minute is small", () => {
  expect(idleBytes).toBeLessThan(40_000);
});

describe.each(queries)("%s", (_, query) => {
  test("is PromQL that asks for metrics and groups by labels that exist", () => {
    const { topNode } = parser.parse(query);
    expect(nodesOf(topNode, "⚠")).toEqual([]);
    expect(selectorsOf(query)).not.toEqual([]);
    for (const { metric, labels } of selectorsOf(query)) {
      expect(metrics.has(metric)).toBe(true);
      expect([...metrics.get(metric) ?? [], ...OF_PROMETHEUS])
        .toEqual(expect.arrayContaining(labels));
    }
    for (const aggregate of nodesOf(topNode, "AggregateExpr")) {
      const grouping = nodesOf(aggregate, "GroupingLabels")[0];
      const by = grouping === undefined ? [] : nodesOf(grouping, "LabelName");
      for (const { metric } of selectorsOf(query, aggregate)) {
        expect([...metrics.get(metric) ?? [], ...OF_PROMETHEUS])
          .toEqual(expect.arrayContaining(by.map(({ from, to }) => query.slice(from, to))));
      }
    }
  });
});

test("every metric is on the dashboard, or is left out for a reason", () => {
  const used = new Set(
    queries.flatMap(([, query]) => selectorsOf(query).map(({ metric }) => baseOf(metric))),
  );
  const missing = [...metrics.keys()].map(baseOf).filter((name) =>
    !used.has(name) && !UNUSED.has(name)
  );
  expect(missing).toEqual([]);
});

/** A histogram's name, of its series. */
function baseOf(metric: string): string {
  return metric.replace(/_(bucket|sum|count)$/, "");
}

describe("the dashboard", () => {
  test("can be imported: every panel has a place, and its data source is chosen there", () => {
    expect(dashboard).toMatchObject({ id: null, schemaVersion: 39, title: "Strikeline" });
    expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([
      ["datasource", "datasource"],
    ]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { datasource, targets = [] } of panels) {
      const ofVariable = { type: "prometheus", uid: "${datasource}" };
      expect([datasource, ...targets.map((target) => target.datasource)]).toEqual(
        Array.from({ length: targets.length + 1 }, () => ofVariable),
      );
    }
  });

  test("has no two panels in one place", () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + at % w},${y + Math.floor(at / w)}`)
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

test("every alert says how urgent it is, what happens, and what to do", () => {
  const rules = alerts.groups.flatMap(({ rules }) => rules);
  expect(rules.length).toBeGreaterThan(8);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Strikeline[A-Z]\w+$/);
    expect(labels.severity).toMatch(/^(page|ticket)$/);
    expect([annotations.summary, annotations.action]).toEqual([
      expect.stringMatching(/\S/),
      expect.stringMatching(/\S/),
    ]);
  }
});
