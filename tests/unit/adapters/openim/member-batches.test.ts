import { describe, expect, it } from "vitest";
import { guardMemberBatches } from "../../../../src/adapters/openim/worker/member-batches.ts";

const api = "https://im.test/api";
const batchPath = "/group/get_incremental_group_members_batch";

type Body = { userID: string; reqList?: { groupID: string; version: number }[] };

const refused = { errCode: 1002, errMsg: "NoPermissionError", errDlt: "op user not in group" };

/** A server with the user's groups that records its requests. With `refuses` false it leaves other groups out. */
function serverOf(mine: string[], { refuses = true, most = 100, lists = true } = {}) {
  const asked: string[] = [];
  const answerTo = (path: string, { reqList = [] }: Body): object => {
    const ids = reqList.map(({ groupID }) => groupID);
    asked.push(`${path.split("/").at(-1)} ${ids.join(",")}`);
    if (path.endsWith("/get_full_join_group_ids"))
      return lists ? { errCode: 0, data: { groupIDs: mine } } : refused;
    if (refuses && ids.some((id) => !mine.includes(id))) return refused;
    const answered = reqList.filter(({ groupID }) => mine.includes(groupID)).slice(0, most);
    if (answered.length === 0) return { errCode: 0, data: {} };
    const respList = Object.fromEntries(
      answered.map(({ groupID, version }) => [groupID, { version: version + 1 }]),
    );
    return { errCode: 0, data: { respList } };
  };
  const doFetch: typeof fetch = async (url, init) => {
    const body = init?.body;
    if (!(body instanceof Uint8Array)) throw new Error("Go sends bytes");
    return Response.json(answerTo(String(url), JSON.parse(new TextDecoder().decode(body))));
  };
  return { asked, fetch: guardMemberBatches(doFetch) };
}

/**
 * Requests as SDK 3.8.5 does: repeats unanswered groups until all are answered or the server refuses. Returns the
 * answered groups; throws after 100 rounds, because the SDK would loop forever.
 */
async function syncMembers(doFetch: typeof fetch, groupIDs: string[]): Promise<string[]> {
  const left = new Set(groupIDs);
  for (let round = 0; round < 100; round += 1) {
    if (left.size === 0) break;
    const body = {
      userID: "xa",
      reqList: [...left].map((groupID) => ({ groupID, versionID: "", version: 0 })),
    };
    const response = await doFetch(`${api}${batchPath}`, {
      method: "POST",
      headers: { token: "token-a" },
      body: new TextEncoder().encode(JSON.stringify(body)),
    });
    const { errCode, data } = await response.json();
    if (errCode !== 0) break;
    for (const groupID of Object.keys(data.respList ?? {})) left.delete(groupID);
    if (round === 99) throw new Error("asked without end");
  }
  return groupIDs.filter((groupID) => !left.has(groupID));
}

describe("a member batch with a group without the user", () => {
  it.each([
    ["a server that refuses it", { refuses: true }],
    ["a server that leaves the group out", { refuses: false }],
  ])("2-61 loads the members of the other groups from %s", async (_, how) => {
    const server = serverOf(["a", "b"], how);
    expect(await syncMembers(server.fetch, ["a", "foreign", "b"])).toEqual(["a", "b"]);
    expect(server.asked.length).toBeLessThanOrEqual(4);
  });

  it.each([true, false])("2-61 ends when it has only that group (refused: %s)", async (refuses) => {
    const server = serverOf(["a"], { refuses });
    expect(await syncMembers(server.fetch, ["foreign"])).toEqual([]);
    expect(server.asked).toHaveLength(1);
  });

  it("2-61 ends when all groups are foreign, and when the server does not list the user's groups", async () => {
    expect(await syncMembers(serverOf([]).fetch, ["x", "y"])).toEqual([]);
    expect(await syncMembers(serverOf(["a"], { lists: false }).fetch, ["a", "y"])).toEqual([]);
  });

  it("2-61 continues with the groups that the server left out of an answer", async () => {
    const server = serverOf(["a", "b", "c"], { most: 1 });
    expect(await syncMembers(server.fetch, ["a", "b", "c"])).toEqual(["a", "b", "c"]);
    expect(server.asked.map((line) => line.split(" ")[1])).toEqual(["a,b,c", "b,c", "c"]);
  });

  it("2-61 is repeated with the SDK's headers and versions", async () => {
    const seen: unknown[] = [];
    const guarded = guardMemberBatches(async (url, init) => {
      const body: Body = JSON.parse(
        new TextDecoder().decode(init?.body instanceof Uint8Array ? init.body : undefined),
      );
      seen.push([String(url), new Headers(init?.headers).get("token"), body]);
      if (String(url).endsWith("ids")) return Response.json({ errCode: 0, data: { groupIDs: ["a"] } });
      return Response.json(
        (body.reqList?.length ?? 0) > 1 ? refused : { errCode: 0, data: { respList: { a: {} } } },
      );
    });
    const reqList = [
      { groupID: "a", versionID: "v", version: 7 },
      { groupID: "x", versionID: "", version: 0 },
    ];
    const init = {
      method: "POST",
      headers: { token: "token-a" },
      body: new TextEncoder().encode(JSON.stringify({ userID: "xa", reqList })),
    };
    expect(await (await guarded(`${api}${batchPath}`, init)).json()).toMatchObject({ errCode: 0 });
    // The server answers a hash that it knows without the list.
    expect(seen.at(-2)).toEqual([expect.any(String), "token-a", { userID: "xa", idHash: 0 }]);
    expect(seen.at(-1)).toEqual([
      `${api}${batchPath}`,
      "token-a",
      { userID: "xa", reqList: [{ groupID: "a", versionID: "v", version: 7 }] },
    ]);
  });
});

describe("other requests", () => {
  it("10-09 pass unchanged, with other failures and invalid answers", async () => {
    for (const [path, answer] of [
      ["/group/get_groups_info", Response.json(refused)],
      [batchPath, Response.json({ errCode: 1501, errMsg: "TokenExpiredError" })],
      [batchPath, new Response("Bad gateway", { status: 502 })],
    ] as const) {
      const guarded = guardMemberBatches(async () => answer);
      const body = new TextEncoder().encode(
        JSON.stringify({ userID: "xa", reqList: [{ groupID: "a" }, { groupID: "b" }] }),
      );
      expect(await guarded(`${api}${path}`, { method: "POST", body })).toBe(answer);
      expect(await guarded(`${api}${path}`)).toBe(answer);
    }
  });
});
