// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { watchFirstSync } from "../../../../src/adapters/openim/worker/first-sync.ts";

const api = "http://parley.test/api";
const answers = {
  right: () => Response.json({ errCode: 0, errMsg: "", errDlt: "", data: {} }),
  refused: () => Response.json({ errCode: 500, errMsg: "ServerInternalError", errDlt: "" }),
  broken: () => new Response("Bad gateway", { status: 502 }),
  unreached: () => {
    throw new TypeError("Failed to fetch");
  },
};

/** The reported SDK events; `ask` sends a request that gets the given answer. */
function watched() {
  const told: string[] = [];
  let answer: () => Response = answers.right;
  const watch = watchFirstSync(
    ({ name }) => told.push(name),
    async () => answer(),
  );
  return {
    told,
    hear: (name: string, data?: unknown) => watch.hear({ name, data, errCode: 0 }),
    ask: async (path: string, how: keyof typeof answers) => {
      answer = answers[how];
      await watch.fetch(`${api}${path}`).catch(() => {});
    },
  };
}

describe("8-31 the first sync of a device", () => {
  it.each([
    ["/conversation/get_incremental_conversations", "broken"],
    ["/conversation/get_owner_conversation", "refused"],
    ["/friend/get_incremental_friends", "broken"],
    ["/group/get_joined_group_list", "unreached"],
  ] as const)("fails at once when %s is %s, whatever the SDK reports", async (path, how) => {
    const { told, hear, ask } = watched();
    hear("OnSyncServerStart", true);
    await ask("/friend/get_friend_list", "right");
    expect(told).toEqual(["OnSyncServerStart"]);
    await ask(path, how);
    await ask(path, how);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFailed"]);
    hear("OnSyncServerProgress", 70);
    hear("OnNewConversation", []);
    hear("OnSyncServerFinish", true);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFailed", "OnNewConversation"]);
  });

  it("finishes when an unrelated request fails", async () => {
    const { told, hear, ask } = watched();
    hear("OnSyncServerStart", true);
    await ask("/user/get_users_info", "broken");
    hear("OnSyncServerFinish", true);
    await ask("/friend/get_friend_list", "broken");
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });

  it("is distinguished from a later sync, which keeps the earlier data", async () => {
    const { told, hear, ask } = watched();
    hear("OnSyncServerStart", false);
    await ask("/conversation/get_incremental_conversations", "broken");
    hear("OnSyncServerFinish", false);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });
});
