import { describe, expect, test } from "bun:test";
import { launchersOf, whenOneEnds } from "../../../app/system/launchers.ts";
import type { SystemProcess } from "../../../app/system/system_process.ts";

const SERVICE = "bun run app/strikeline.ts sandbox";
/** Another process group than the service's. */
const ELSEWHERE = 7;

/** A service below commands, the nearest first, in its process group unless they name another. */
function launched(above: ReadonlyArray<string | readonly [command: string, groupPid: number]>) {
  const processes = new Map<number, SystemProcess>();
  const named = above.map((one) => typeof one === "string" ? [one, 100] as const : one);
  for (const [at, [command, groupPid]] of [[SERVICE, 100] as const, ...named].entries()) {
    const parentPid = at === named.length ? 1 : 100 - at - 1;
    processes.set(100 - at, { pid: 100 - at, parentPid, groupPid, command });
  }
  // What starts everything is in no group of anybody.
  processes.set(1, { pid: 1, parentPid: 0, groupPid: 100, command: "/sbin/init" });
  const own = processes.get(100);
  if (own === undefined) throw new Error("no service");
  return launchersOf(own, (pid) => processes.get(pid)).map(({ command }) => command);
}

describe("a service ends with", () => {
  test.each<[string, ReadonlyArray<string>]>([
    ["npx", ["bun run sandbox", "sh -c 'bun' run sandbox", "npm exec bun@1.4.5 run sandbox"]],
    ["npx of a package", [
      "node /home/a/node_modules/.bin/strikeline start",
      "sh -c strikeline start",
      "node /usr/lib/node_modules/npm/bin/npx-cli.js strikeline start",
    ]],
    ["bun run", ["/opt/bun/bin/bun.exe --silent run start", "node run_all.js"]],
    ["bun with a script's name", ["bun start"]],
    ["a script of a package", ["bun run start", "sh -c bun run start", "npm run all"]],
    ["a bot that has started it", ["/usr/bin/python3 bot.py"]],
    ["a bot that has started bun run", ["bun run sandbox", "node --test"]],
  ])("%s", (_, above) => {
    expect(launched([...above, "-bash"])).toEqual([...above]);
    expect(launched(above)).toEqual([...above]);
  });
});

describe("a service goes on without", () => {
  test.each<[string, Parameters<typeof launched>[0], ReadonlyArray<string>]>([
    ["a person's shell", [["-zsh", ELSEWHERE]], []],
    ["a script that starts it in the background", ["bash ./up.sh", "python3 deploy.py"], []],
    ["a shell that a program has run a line in", ["/bin/sh -c bun run start &", "ansible"], []],
    ["a script that starts npx", ["bun run start", "npm exec bun run start", "/bin/bash up.sh"], [
      "bun run start",
      "npm exec bun run start",
    ]],
    ["a supervisor that gives it a group", [["/usr/bin/python3 supervisord", ELSEWHERE]], []],
    ["what called setsid", ["bun run start", ["node watch.js", ELSEWHERE]], ["bun run start"]],
    ["a terminal", ["npm start", ["tmux new", ELSEWHERE], "bun run all"], ["npm start"]],
    ["the process that starts all others", [], []],
  ])("%s", (_, above, launchers) => {
    expect(launched(above)).toEqual([...launchers]);
  });

  test("a process of which the system tells nothing", () => {
    const own = { pid: 100, parentPid: 99, groupPid: 100, command: SERVICE };
    expect(launchersOf(own, () => undefined)).toEqual([]);
  });
});

describe("the end of a launcher", () => {
  const launchers = [3, 2].map((pid) => ({ pid, parentPid: 1, groupPid: 1, command: `${pid}` }));
  /** A watch over launchers, whose time the test moves. */
  function watched(over: ReadonlyArray<SystemProcess>) {
    const running = new Set([2, 3]);
    const looks = new Set<() => void>();
    const ended: Array<number> = [];
    let everyMs = 0;
    whenOneEnds(over, ({ pid }) => ended.push(pid), {
      isRunning: (pid) => running.has(pid),
      every: (ms, look) => {
        everyMs = ms;
        looks.add(look);
        return () => looks.delete(look);
      },
    });
    return { running, looks, ended, everyMs, look: () => looks.forEach((look) => look()) };
  }

  test("is told once, in time for the service to end within two seconds of it", () => {
    const { running, looks, ended, everyMs, look } = watched(launchers);
    expect(everyMs).toBeLessThanOrEqual(500);
    look();
    expect(ended).toEqual([]);
    running.delete(2);
    look();
    running.delete(3);
    look();
    expect([ended, looks.size]).toEqual([[2], 0]);
  });

  test("is not looked for where there is none", () => {
    expect(watched([]).looks.size).toBe(0);
  });
});
