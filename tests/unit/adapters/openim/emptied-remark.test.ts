import { expect, it, vi } from "vitest";
import type { Sdk } from "../../../../src/adapters/openim/connection/channel.ts";
import { patchSdk } from "../../../../src/adapters/openim/worker/quirks.ts";

const friend = { ownerUserID: "a", friendUserID: "b", remark: "Ben from work", nickname: "Ben", ex: "x" };

/** SDK 3.8.5: the row of a friend, as its wasm writes it. Fields that are not named keep their value. */
function aDatabase() {
  const row = { ...friend };
  vi.stubGlobal("self", {
    updateFriend: async (text: string) => {
      Object.assign(row, JSON.parse(text));
      return '{"data":"","errCode":0}';
    },
  });
  patchSdk({} as unknown as Sdk);
  const update = (written: string): Promise<unknown> => Reflect.get(self, "updateFriend")(written);
  return { row, update };
}

it("2-58 a remark that was removed is removed from the database, too", async () => {
  const { row, update } = aDatabase();
  expect(await update('{"ownerUserID":"a","friendUserID":"b","nickname":"Ben"}')).toBe(
    '{"data":"","errCode":0}',
  );
  expect(row).toEqual({ ...friend, remark: "", ex: "" });
});

it("2-58 a remark that was set is written as it is", async () => {
  const { row, update } = aDatabase();
  await update(JSON.stringify({ ...friend, remark: "Benny" }));
  expect(row).toEqual({ ...friend, remark: "Benny" });
});
