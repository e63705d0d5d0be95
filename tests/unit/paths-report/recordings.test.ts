import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { failureToast, toastsMachine } from "../../../machines/app/toasts.ts";
import { RECORDINGS, savedRecordings, saveRecording } from "../../paths/report/recordings.ts";
import { replayFile } from "../../paths/report/replay.ts";
import { exported, type Noted, recorder } from "./recorded.ts";

describe("11-07 a saved recording", () => {
  it.each(savedRecordings())("%s: the charts do what they did", (name) => {
    const said: string[] = [];
    const code = replayFile(join(RECORDINGS, name), (line) => said.push(line));
    expect(code, said.join("\n")).toBe(0);
  });
});

describe("11-07 saving a recording", () => {
  function toasts(): Noted[] {
    const { inspect, messages } = recorder();
    const actor = createActor(toastsMachine, { inspect }).start();
    actor.send({ type: "toast.add", toast: failureToast("network") });
    actor.send({ type: "user.dismissToast" });
    return messages;
  }

  function save(messages: readonly Noted[], folder = mkdtempSync(join(tmpdir(), "parley-saved-"))) {
    const file = join(mkdtempSync(join(tmpdir(), "charts-recording-")), "toasts.json");
    writeFileSync(file, exported(messages));
    const said: string[] = [];
    const code = saveRecording(file, (line) => said.push(line), folder);
    return { code, folder, saved: savedRecordings(folder), last: said.at(-1) };
  }

  it("keeps it under its name", () => {
    const { code, saved } = save(toasts());
    expect([code, saved]).toEqual([0, ["toasts.json"]]);
  });

  it("refuses a recording of what the charts do not do", () => {
    const wrong = toasts().map((message) =>
      message.type === "charts.transition" && message.eventType === "user.dismissToast"
        ? { ...message, edges: [{ source: "showing", target: "empty", actions: [] }] }
        : message,
    );
    const { code, saved, last } = save(wrong);
    expect([code, saved]).toEqual([1, []]);
    expect(last).toBe("It is not saved: npm test would fail by it.");
  });

  it("refuses a name that is taken", () => {
    const { folder } = save(toasts());
    const { code, last } = save(toasts(), folder);
    expect(code).toBe(1);
    expect(last).toContain("Give the file another name.");
  });
});
