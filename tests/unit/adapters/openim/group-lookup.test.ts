import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import type { GroupEvent } from "../../../../machines/domain/people.ts";
import { createGroupLookup } from "../../../../src/adapters/openim/sync/group-lookup.ts";
import { aMessage, groupChatID, TEAM } from "../../../fakes/world.ts";
import { group } from "../support/sdk-samples.ts";

/** A lookup on an SDK that lists the group after `joinedAt` failed checks, and the reported events. */
function setUp({ joinedAt = Number.POSITIVE_INFINITY } = {}) {
  const told: GroupEvent[] = [];
  let looks = 0;
  let waited = 0;
  const lookup = createGroupLookup(
    {
      call: async (name, ..._args) => {
        if (name === "getSpecifiedGroupsInfo") return [{ ...group, groupID: TEAM }];
        looks += 1;
        return looks > joinedAt;
      },
    },
    {
      post: async ({ answer }) => v.parse(answer, { groupInfos: [{ ...group, groupID: TEAM }] }),
      token: () => "token",
      tell: (event) => told.push(event),
      wait: async (ms) => {
        waited += ms;
      },
    },
  );
  return { lookup, told, looks: () => looks, waited: () => waited };
}

const groupMessages = (groupID = TEAM) => [aMessage({ conversationID: groupChatID(groupID), groupID })];
const joined = { type: "im.groupJoined", groupID: TEAM };

describe("4-56 a looked-up group", () => {
  it.each([1, 3])(
    "is reported as joined when the SDK lists it after its first message (%i failed checks)",
    async (joinedAt) => {
      const { lookup, told } = setUp({ joinedAt });
      await lookup.find(TEAM);
      lookup.onMessages(groupMessages());
      await vi.waitFor(() => expect(told).toEqual([joined]));
      lookup.onMessages(groupMessages());
      await lookup.find(TEAM);
      expect(told).toEqual([joined]);
    },
  );

  it("is checked for a limited time, and again after its next message", async () => {
    const { lookup, told, looks, waited } = setUp({ joinedAt: 6 });
    await lookup.find(TEAM);
    lookup.onMessages(groupMessages());
    await vi.waitFor(() => expect(looks()).toBe(6));
    expect(waited()).toBeLessThan(10_000);
    await vi.waitFor(() => {
      lookup.onMessages(groupMessages());
      expect(told).toEqual([joined]);
    });
  });

  it("is checked only for its own messages, and only after a lookup", async () => {
    const { lookup, looks } = setUp();
    lookup.onMessages(groupMessages());
    await lookup.find(TEAM);
    lookup.onMessages([...groupMessages("other"), aMessage()]);
    expect(looks()).toBe(1);
  });
});
