import { describe, expect, it } from "vitest";
import { createActor, fromCallback } from "xstate";
import { downloadsMachine } from "../../../machines/media/downloads.ts";
import { parseArguments } from "../../paths/report/arguments.ts";
import { parseRecording } from "../../paths/report/recording.ts";
import { mine, mineFile, waysIn } from "../../paths/report/seen.ts";
import { storedWalks } from "../../paths/report/walks.ts";
import { exported, recorder } from "./recorded.ts";

const file = (clientMsgID: string) => ({
  clientMsgID,
  fileName: "a.pdf",
  bytes: 1,
  url: "https://im.test/p",
});

function downloading() {
  const { inspect, messages } = recorder();
  const machine = downloadsMachine.provide({ actors: { download: fromCallback(() => {}) } });
  const actor = createActor(machine, { inspect }).start();
  actor.send({ type: "user.download", file: file("plan") });
  actor.send({ type: "user.download", file: file("notes") });
  actor.send({ type: "download.saved" });
  return parseRecording(exported(messages));
}

describe("11-65 a recording is mined", () => {
  const known = storedWalks().downloads;
  if (!known || !("ways" in known)) throw new Error("downloads has paths");
  const saved = "downloading>next>download.saved";

  it("for its transitions, each once", () => {
    const ways = waysIn(downloading()).map(({ source, target, event, count }) => [
      source,
      target,
      event,
      count,
    ]);
    expect(ways).toContainEqual(["downloading", "next", "download.saved", 1]);
    expect(ways).toContainEqual(["next", "downloading", "always", 1]);
  });

  it("and finds nothing where the paths take every transition", () => {
    expect(mine(downloading(), { downloads: known })).toEqual([]);
  });

  it("for those that no path takes, with the reason, and those that the chart does not have", () => {
    const ways = { ...known.ways, [saved]: 0 };
    const walks = { downloads: { ...known, ways, reasons: { [saved]: "it is rare" } } };
    expect(mine(downloading(), walks)).toMatchObject([
      { why: "no path", event: "download.saved", source: "downloading", reason: "it is rare" },
    ]);
    const { [saved]: _, ...others } = known.ways;
    expect(mine(downloading(), { downloads: { ...known, ways: others } })).toMatchObject([
      { why: "no transition", event: "download.saved" },
    ]);
  });

  it("by npm run paths -- --mine, which takes a file and nothing else", () => {
    expect(parseArguments(["--mine", "call.json"])).toEqual({ kind: "mine", file: "call.json" });
    expect(parseArguments(["--mine"])).toMatchObject({ kind: "refuse" });
    expect(parseArguments(["--mine", "call.json", "caller"])).toMatchObject({ kind: "refuse" });
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    expect(mineFile("public/lessons/r7.json", say)).toBe(0);
    expect(said.join("\n")).toMatch(/\d+ transitions are taken in public\/lessons\/r7\.json/);
    expect(mineFile("no-such-file.json", say)).toBe(1);
    expect(said.at(-1)).toBe("no-such-file.json cannot be mined. There is no such file.");
  });
});
