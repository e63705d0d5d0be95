import { expect, it } from "vitest";
import { singleSettingPath, userIn } from "../../../machines/domain/people-routes.ts";

const peerOf = (conversationID: string, selfID: string) => {
  const [path = "", search = ""] = singleSettingPath(conversationID).split("?");
  return userIn({ path, search }, selfID);
};

it("2-27 the settings of a chat find the peer, also for ids with an underscore", () => {
  expect(peerOf("si_alice_bob", "alice")).toBe("bob");
  expect(peerOf("si_alice_bob", "bob")).toBe("alice");
  expect(peerOf("si_team_1_team_2", "team_1")).toBe("team_2");
  expect(peerOf("si_team_1_team_2", "team_2")).toBe("team_1");
});

it("2-78 the settings find no peer for a conversation id without the user", () => {
  for (const conversationID of [
    "",
    "si_",
    "si_alice",
    "si_alice_",
    "si_bob_carol",
    "sg_alice_bob",
    "si_alice_alice",
  ])
    expect(peerOf(conversationID, "alice")).toBeNull();
});
