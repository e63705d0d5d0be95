// @vitest-environment node
import { expect, it } from "vitest";
import { newPhone, startChat } from "../chat/chat-client.ts";
import { group, startGroup } from "../support/groups.ts";

const nothing = "\u200B\u2060";

it("2-99 refuses a name of zero-width characters with a sentence: for users, groups and members", async () => {
  const backend = await startGroup();
  const olga = backend.as("olga");
  const refused = (field: string) => ({ errCode: 1001, errDlt: `${field} must have a visible character` });
  expect(await olga("set_group_info_ex", { groupID: group, groupName: nothing })).toMatchObject(
    refused("groupName"),
  );
  const member = { groupID: group, userID: "olga", nickname: nothing };
  expect(await olga("set_group_member_info", { members: [member] })).toMatchObject(
    refused("members.0.nickname"),
  );
  const groupInfo = { groupName: nothing, groupType: 2 };
  expect(
    await olga("create_group", { ownerUserID: "olga", memberUserIDs: ["mia"], groupInfo }),
  ).toMatchObject(refused("groupInfo.groupName"));
  const userInfo = { userID: "olga", nickname: nothing };
  expect(await olga("/user/update_user_info_ex", { userInfo })).toMatchObject(refused("userInfo.nickname"));
  // An empty name in the group is allowed: the account's name is shown.
  expect((await olga("set_group_member_info", { members: [{ ...member, nickname: "" }] })).errCode).toBe(0);
  await backend.close();
});

it("2-99 refuses a name of zero-width characters at registration and in the profile", async () => {
  const server = await startChat();
  const sentence = "nickname must have a visible character";
  const phone = newPhone();
  const answer = await server.register(phone, { user: { nickname: nothing } });
  expect(answer).toMatchObject({ errCode: 1001, errMsg: `user.${sentence}` });
  const { userID, chatToken } = await server.join(newPhone());
  expect(await server.chat("/user/update", { userID, nickname: nothing }, chatToken)).toMatchObject({
    errCode: 1001,
    errMsg: sentence,
  });
  await server.close();
});
