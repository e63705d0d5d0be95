import { describe, expect, it } from "vitest";
import { withoutDoubles } from "../../machines/calls/call-rules.ts";
import type { Message } from "../../machines/domain/message.ts";
import { createDevice } from "./device.ts";
import { createMediaServer } from "./media-server.ts";
import { createRandom } from "./random.ts";
import { createRelay } from "./relay.ts";
import type { Scene } from "./scene.ts";
import { UNHEARD } from "./styles.ts";
import { createVirtualTime } from "./virtual-time.ts";

const recordIn = ({ content }: Message) => (content.type === "callRecord" ? content.record : null);

/** Mia calls Anna, whose tab is closed. Anna opens it at `opensAt`, if at all, by the button of the notification. */
async function call(seed: number, opensAt: number | null) {
  const time = createVirtualTime();
  const lines: string[] = [];
  const scene: Scene = {
    style: UNHEARD,
    time,
    choices: createRandom(seed),
    faults: { count: 0 },
    trace: (line) => lines.push(line),
  };
  const media = createMediaServer(scene);
  const [mia, anna] = (["mia", "anna"] as const).map((person) => {
    const peer = person === "mia" ? "anna" : "mia";
    return createDevice(scene, { name: person, person, peer }, { relay: () => relay, media });
  });
  if (!mia || !anna) throw new Error("There are two");
  const relay = createRelay(scene, () => [mia, anna]);
  mia.open();
  time.after(1000, () => mia.call("anna", "voice"));
  if (opensAt !== null)
    time.after(opensAt, () => {
      anna.open();
      anna.answerRing(mia.side?.roomID ?? "");
    });
  time.after(60_000, () => mia.hangUp());
  await time.runUntil(120_000, () => {
    for (const device of [mia, anna]) device.watch();
  });
  const reasons = [mia, anna].map(({ sides }) => sides.map(({ reason }) => reason));
  const shown = withoutDoubles(relay.stored, recordIn).map((message) => recordIn(message)?.result);
  return {
    reasons,
    shown,
    stored: relay.stored,
    errors: [...mia.errors, ...anna.errors],
    told: lines.join("\n"),
  };
}

describe("11-25 a call to a closed tab", () => {
  it("11-25 R3 is answered by the notification: the tab that opens gets a repeated invitation", async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { reasons, shown, errors, told } = await call(seed, 3000 + 500 * seed);
      expect(reasons, told).toEqual([["completed"], ["completed"]]);
      expect([shown, errors], told).toEqual([["completed"], []]);
    }
  });

  it("11-25 2-97 is one missed call without an answer", async () => {
    for (let seed = 0; seed < 5; seed += 1) {
      const { reasons, stored, told } = await call(seed, null);
      expect(reasons, told).toEqual([["noAnswer"], []]);
      expect(stored.map(recordIn), told).toMatchObject([{ result: "noAnswer", ringSeconds: 30 }]);
    }
  });
});
