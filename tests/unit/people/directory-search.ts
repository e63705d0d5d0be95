import { expect } from "vitest";
import { aWorld, TEAM } from "../../fakes/world.ts";
import { openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

/** A search that starts with the keyword in its address. */
export const directorySearchTests: PlainTests = {
  open: () => openHeadless({ world: aWorld(), answers: { "im.loginStatus": () => "loggedIn" } }),
  tests: {
    "2-81 users are searched at once for the keyword of an address": async (stage) => {
      await visit(stage, "/searchToJoin?isGroup=false&keyword=bea");
      expect(stage.ports.sent("account.searchUsers")).toEqual([{ keyword: "bea" }]);
    },
    "2-81 spaces around a keyword are not searched": async (stage) => {
      await visit(stage, `/searchToJoin?${new URLSearchParams({ isGroup: "false", keyword: " bea " })}`);
      await visit(stage, `/searchToJoin?${new URLSearchParams({ isGroup: "true", keyword: ` ${TEAM} ` })}`);
      expect(stage.ports.sent("account.searchUsers")).toEqual([{ keyword: "bea" }]);
      expect(stage.ports.sent("im.loadGroup")).toEqual([{ groupID: TEAM }]);
    },
    "2-81 a group is searched at once by the id of an address": async (stage) => {
      await visit(stage, `/searchToJoin?isGroup=true&keyword=${TEAM}`);
      expect(stage.ports.sent("im.loadGroup")).toEqual([{ groupID: TEAM }]);
      expect(stage.ports.sent("account.searchUsers")).toEqual([]);
    },
  },
};

function visit({ act, ports }: Stage, address: string): Promise<void> {
  return act(() => ports.visit(address));
}
