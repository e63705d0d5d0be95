import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assign, setup } from "xstate";
import { pathsOf } from "../paths/graph.ts";
import { runTool } from "./support.ts";

const machines = (name: string) => fileURLToPath(new URL(`./machines/${name}.ts`, import.meta.url));
const AWKWARD = machines("awkward");

const events = {
  takeSmall: { type: "takeSmall" },
  takeLarge: { type: "takeLarge" },
  load: { type: "load" },
  pack: { type: "pack" },
  carry: { type: "carry" },
  drive: { type: "drive" },
} as const;

describe("paths", () => {
  it("reach every state and transition of a machine, or name what they do not reach", async () => {
    const { code, told } = await runTool("paths");
    expect(code).toBe(0);
    expect(told.split("\n")).toEqual([
      "fetcher: 7 paths, 5 of 5 states, 7 of 7 transitions, 6 decisions",
      "form: 5 paths, 5 of 6 states, 5 of 6 transitions",
      "  Not reached: the state `printed`",
      "  Not reached: `printed` in `filling` to `printed`, if `isPrinter`",
      "trafficLight: 2 paths, 4 of 4 states, 5 of 5 transitions, 5 decisions",
    ]);
  });

  it("are sentences, of events, timers and answers", async () => {
    const { files, read } = await runTool("paths");
    expect(files).toEqual(["fetcher.paths.md", "form.paths.md", "trafficLight.paths.md"]);
    expect(read("trafficLight.paths.md")).toContain(
      "- after 9000, then after 8000, then after 2000; comes to rest in red",
    );
    expect(read("form.paths.md")).toContain("- a name, then the age of an adult, then sent; ends in sent");
    expect(read("fetcher.paths.md")).toContain("- load, then load done (a text); ends in loaded");
  });

  it("stay short where a context counts without an end", async () => {
    const { read } = await runTool("paths", ["--only", "fetcher"]);
    const page = read("fetcher.paths.md");
    expect(page).toContain("The context has too many values to try all.");
    expect(page).toMatch(/load failed \(error\); ends in failed/);
    expect(Math.max(...page.split("\n").map((line) => line.split(", then ").length))).toBeLessThan(8);
  });

  it("end at a rest, also where the way out depends on the past", () => {
    const machine = setup({
      types: { context: {} as { isLarge: boolean }, events: {} as { type: keyof typeof events } },
      actions: { grow: assign({ isLarge: true }), shrink: assign({ isLarge: false }) },
      guards: { isLarge: ({ context }) => context.isLarge },
    }).createMachine({
      context: { isLarge: false },
      initial: "idle",
      states: {
        idle: {
          on: { takeSmall: "packing", takeLarge: { target: "packing", actions: "grow" }, load: "onTruck" },
        },
        packing: { on: { pack: [{ guard: "isLarge", target: "onTruck" }, { target: "inBag" }] } },
        inBag: { on: { carry: "idle" } },
        onTruck: { on: { drive: { target: "idle", actions: "shrink" } } },
      },
    });
    const isRest = ({ value }: { value: unknown }) => value === "idle";
    const paths = pathsOf({ machine, input: undefined, events, answers: {}, isRest });
    expect(paths.map(({ name }) => name).sort()).toEqual([
      "load -> drive",
      "takeLarge -> pack -> drive",
      "takeSmall -> pack -> carry",
    ]);
  });

  it("fail if an actor is elsewhere than the graph says", async () => {
    const { code, told, read } = await runTool("paths", [], machines("unsteady"));
    expect(code).toBe(1);
    expect(told).toContain("WRONG: rise; comes to rest in high: after `rise` it is in low instead of high");
    expect(read("unsteady.paths.md")).toContain("## Wrong");
  });

  it("wait for an answer only where an actor runs that has not answered", async () => {
    const { code, told, read } = await runTool("paths", ["--only", "twice"], AWKWARD);
    expect({ code, told }).toEqual({ code: 0, told: "twice: 2 paths, 2 of 2 states, 4 of 4 transitions" });
    expect(read("twice.paths.md")).not.toMatch(/first done.*first done/);
    expect(read("twice.paths.md")).toContain("second failed (it is late)");
  });

  it("leave out an event that the machine cannot take, and say why", async () => {
    const { code, told } = await runTool("paths", ["--only", "picky"], AWKWARD);
    expect(code).toBe(0);
    expect(told).toContain("picky: 1 path, 1 of 2 states, 0 of 2 transitions");
    expect(told).toContain("Left out: `write`.");
    expect(told).toContain("Not reached: the state `full`");
  });

  it("are not walked on a machine that cannot start, or whose actor has no name", async () => {
    expect(await runTool("paths", ["--only", "hungry"], AWKWARD)).toMatchObject({
      code: 1,
      told: expect.stringContaining("hungry cannot be walked."),
    });
    expect(await runTool("paths", ["--only", "nameless"], AWKWARD)).toMatchObject({
      code: 1,
      told: "nameless cannot be walked. An actor in `nameless` has no name: name it in `setup({ actors })`.",
    });
  });
});

describe("transition tables", () => {
  it("are counted, and a machine that is as its table says passes", async () => {
    const { code, told } = await runTool("paths", ["--only", "fetcher,trafficLight"]);
    expect({ code, told }).toEqual({
      code: 0,
      told: [
        "fetcher: 7 paths, 5 of 5 states, 7 of 7 transitions, 6 decisions",
        "trafficLight: 2 paths, 4 of 4 states, 5 of 5 transitions, 5 decisions",
      ].join("\n"),
    });
  });

  it("name each decision that is missing, differs or never happens, one in a line", async () => {
    const { code, told, read } = await runTool("paths", ["--only", "light"], machines("wrong-table"));
    expect(code).toBe(1);
    expect(told.split("\n")).toEqual([
      'There is no machine for the table of "lamp".',
      "light: 2 paths, 4 of 4 states, 5 of 5 transitions, 5 decisions",
      '  NOT AS THE TABLE SAYS: in red: "lampBroken" leads to blinking instead of red',
      '  NOT AS THE TABLE SAYS: in blinking: "mended" leads to red instead of blinking',
      '  NOT AS THE TABLE SAYS: in green: "lampBroken" leads to green instead of blinking',
      '  NOT AS THE TABLE SAYS: in green: "after 8000" leads to yellow instead of red',
      '  NOT AS THE TABLE SAYS: in yellow: "mended" never does anything',
      "  NOT AS THE TABLE SAYS: no row for blinking",
      "  NOT AS THE TABLE SAYS: no state for the row orange",
    ]);
    expect(read("light.paths.md")).toContain("## Not as the table says");
  });

  it("are refused if they are no tables", async () => {
    expect(await runTool("paths", ["--only", "other"], machines("wrong-table"))).toMatchObject({
      code: 1,
      told: expect.stringContaining("`tables.other` is not as Leads says."),
    });
  });
});
