import { describe, expect, it } from "vitest";
import { setup } from "xstate";
import { transitionsOf } from "../../../tools/charts/paths/structure.ts";
import { countWalks } from "../../paths/report/walks.ts";
import { doorMachine } from "./told.ts";

const walk = (leaves: readonly string[], ...taken: readonly string[]) => ({
  leaves: new Set(leaves),
  taken: new Set(taken),
});

describe("11-62 the paths of each state and transition", () => {
  it("are counted once for each path, with the reasons of what no path meets", () => {
    const counted = countWalks(
      doorMachine,
      [
        walk(["shut", "waiting", "open"], "door.shut | user.knock", "door.waiting | user.open"),
        walk(["shut", "waiting"], "door.shut | user.knock", "door.waiting | after patience", "app | start"),
      ],
      new Map([
        ["door.waiting | door.jam", "doors do not jam"],
        ["door.waiting | user.open", "not true any more"],
      ]),
      { stuck: "doors do not jam" },
    );
    expect(counted).toEqual({
      drawing: expect.stringMatching(/^[0-9a-f]{8}$/),
      paths: 2,
      states: { shut: 2, waiting: 2, open: 1, stuck: 0 },
      ways: {
        "shut>waiting>user.knock": 2,
        "shut>waiting>user.ring": 0,
        "waiting>open>user.open": 1,
        "waiting>stuck>door.jam": 0,
        "waiting>shut>after patience": 1,
      },
      reasons: { stuck: "doors do not jam", "waiting>stuck>door.jam": "doors do not jam" },
    });
  });

  it("include states that are left at once, states around them, and a start without a stream", () => {
    const machine = setup({}).createMachine({
      id: "lamp",
      initial: "off",
      on: { "wire.cut": ".off" },
      states: {
        off: { on: { "user.press": "on.warming" } },
        on: { initial: "warming", states: { warming: { always: "bright" }, bright: {} } },
      },
    });
    const taken = [...transitionsOf(machine).keys()].filter((key) => !key.includes("wire.cut"));
    const refused = { leaves: null, taken: new Set(["lamp | wire.cut"]) };
    const { paths, states, ways } = countWalks(
      machine,
      [walk(["off", "on.bright"], ...taken), walk(["off"]), refused],
      new Map(),
      {},
    );
    expect([paths, states]).toEqual([2, { off: 2, on: 1, "on.warming": 1, "on.bright": 1 }]);
    expect(ways).toEqual({
      ">off>wire.cut": 1,
      "off>on.warming>user.press": 1,
      "on.warming>on.bright>always": 1,
    });
  });

  it("have one number for transitions that differ in their guard only", () => {
    const machine = setup({ guards: { isDark: () => true } }).createMachine({
      id: "lamp",
      initial: "off",
      states: { off: { on: { "user.press": [{ guard: "isDark", target: "on" }, "on"] } }, on: {} },
    });
    const [first = "", second = ""] = transitionsOf(machine).keys();
    const both = [
      walk(["off", "on"], first),
      walk(["off", "on"], second),
      walk(["off", "on"], first, second),
    ];
    expect(countWalks(machine, both, new Map(), {}).ways).toEqual({ "off>on>user.press": 3 });
  });
});
