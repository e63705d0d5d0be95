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

/** What is told of the SDK's events, and the server's answers by path. */
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

describe("8-31 the first synchronisation of a device", () => {
  it.each([
    ["/conversation/get_incremental_conversations", "broken"],
    ["/conversation/get_owner_conversation", "refused"],
    ["/friend/get_incremental_friends", "broken"],
    ["/group/get_joined_group_list", "unreached"],
  ] as const)("has failed at once when %s is %s, whatever the SDK says", async (path, how) => {
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

  it("has finished when something else failed", async () => {
    const { told, hear, ask } = watched();
    hear("OnSyncServerStart", true);
    await ask("/user/get_users_info", "broken");
    hear("OnSyncServerFinish", true);
    await ask("/friend/get_friend_list", "broken");
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });

  it("is not a later one, which has what was there before", async () => {
    const { told, hear, ask } = watched();
    hear("OnSyncServerStart", false);
    await ask("/conversation/get_incremental_conversations", "broken");
    hear("OnSyncServerFinish", false);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });
});
