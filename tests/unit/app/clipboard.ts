import { expect } from "vitest";
import type { ToastContent } from "../../../machines/domain/toast.ts";
import { inspected } from "../../fakes/inspected.ts";
import { aWorld } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

export const clipboardTests: PlainTests = {
  open: () => openHeadless({ world: aWorld() }, (ports) => ports.hold("platform.copy")),
  tests: {
    "8-24 copies the text and shows a toast": async (stage) => {
      await copy(stage, "one");
      expect(stage.ports.sent("platform.copy")).toEqual(["one"]);
      expectToasts(stage);
      await stage.act(() => stage.ports.pending("platform.copy")[0]?.resolve());
      expectToasts(stage, { tone: "info", key: "copied" });
      expect(clipboard(stage)?.getSnapshot().value).toBe("copied");
    },
    "8-24 shows a toast when copying fails": async (stage) => {
      await copy(stage, "one");
      await stage.act(() => stage.ports.pending("platform.copy")[0]?.reject("unknown"));
      expectToasts(stage, { tone: "error", key: "copyFailed" });
      expect(clipboard(stage)?.getSnapshot().value).toBe("failed");
    },
    "11-44 copies the whole link of an encrypted meeting, although no chart has its key": async (stage) => {
      const { meetingKeys } = stage.ports;
      const shown = inspected(stage.app);
      const roomID = "a".repeat(32);
      const key = "k".repeat(22);
      meetingKeys.take(`https://parley.example/meeting?roomID=${roomID}#${key}`);
      await stage.act(() => clipboard(stage)?.send({ type: "user.copyMeetingLink", roomID }));
      expect(stage.ports.sent("platform.copy")).toEqual([
        `https://parley.example/meeting?roomID=${roomID}#${key}`,
      ]);
      await stage.act(() => stage.ports.pending("platform.copy")[0]?.resolve());
      expect(shown()).toContain("user.copyMeetingLink");
      expect(shown()).not.toContain(key);
    },
    "8-24 shows no toast for a meeting's link, because its sheet shows the result": async (stage) => {
      const ask = () =>
        stage.act(() => clipboard(stage)?.send({ type: "user.copyMeetingLink", roomID: "a".repeat(32) }));
      await ask();
      await stage.act(() => stage.ports.pending("platform.copy")[0]?.reject("unknown"));
      expect(clipboard(stage)?.getSnapshot().value).toBe("failed");
      await ask();
      await stage.act(() => stage.ports.pending("platform.copy").at(-1)?.resolve());
      expect(clipboard(stage)?.getSnapshot().value).toBe("copied");
      expectToasts(stage);
    },
    "8-24 copies two texts at the same time and shows one toast": async (stage) => {
      await copy(stage, "one");
      await copy(stage, "two");
      expect(stage.ports.sent("platform.copy")).toEqual(["one", "two"]);
      for (const call of stage.ports.pending("platform.copy")) await stage.act(() => call.resolve());
      expectToasts(stage, { tone: "info", key: "copied" });
    },
  },
};

function clipboard({ app }: Stage) {
  return childOf(app, "clipboard");
}

function copy(stage: Stage, text: string): Promise<void> {
  return stage.act(() => clipboard(stage)?.send({ type: "user.copyText", text }));
}

function expectToasts({ app }: Stage, ...toasts: ToastContent[]): void {
  expect(childOf(app, "toasts")?.getSnapshot().context.queue).toEqual(toasts);
}
