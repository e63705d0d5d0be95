import { expect } from "vitest";
import { ANNA, aFriend, aWorld, BEN, ME } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const choice = { kind: "create", groupType: 0, peerID: null } as const;

/** The user reloaded the tab while making a new group, and opens that page again. */
const left = {
  userID: ME,
  formID: JSON.stringify(choice),
  form: { text: "Trip ", picked: [ANNA, BEN] },
};

/** What a reload adds to the model. */
export const memberPickerTests: PlainTests = {
  open: () =>
    openHeadless(
      {
        world: aWorld({ friends: [aFriend(), aFriend({ userID: BEN, nickname: "Ben" })] }),
        path: "/createGroup",
        answers: { "im.loginStatus": () => "loggedIn" },
        form: left,
      },
      (ports) => {
        ports.hold("im.createGroup");
        ports.hold("im.findConversation");
      },
    ),
  tests: {
    "11-67 the page of a new group that is opened again after a reload has its name and picks": async (
      stage,
    ) => {
      expect(formIn(stage)).toEqual({ name: "Trip ", picked: [ANNA, BEN] });
      await send(stage, { type: "user.pick", userID: ANNA });
      expect(stage.ports.form).toEqual({ ...left, form: { text: "Trip ", picked: [BEN] } });
      await send(stage, { type: "user.nameGroup", name: "Trip 2" });
      expect(stage.ports.form).toEqual({ ...left, form: { text: "Trip 2", picked: [BEN] } });
    },
    "11-67 a group that exists is not offered again": async (stage) => {
      await send(stage, { type: "user.confirmPicks" });
      expect(stage.ports.form).toEqual(left);
      await stage.act(() => stage.ports.pending("im.createGroup")[0]?.resolve({ groupID: "3000000001" }));
      expect(stage.ports.pending("im.findConversation")).toHaveLength(1);
      expect(stage.ports.form).toBeNull();
    },
    "11-67 a failed creation keeps the form": async (stage) => {
      await send(stage, { type: "user.confirmPicks" });
      await stage.act(() => stage.ports.pending("im.createGroup")[0]?.reject("network"));
      expect(stage.ports.form).toEqual(left);
      expect(formIn(stage)).toEqual({ name: "Trip ", picked: [ANNA, BEN] });
    },
    "11-67 a new group and one with a contact are two forms": async (stage) => {
      await stage.act(() => stage.ports.visit(`/createGroup?userID=${ANNA}`));
      expect(formIn(stage)).toEqual({ name: "", picked: [ANNA] });
      expect(stage.ports.form).toBeNull();
    },
  },
};

function picker({ app }: Stage) {
  return childOf(app, "session", "signedIn", "routeScopes", "memberPicker");
}

function formIn(stage: Stage): unknown {
  const { name, picked } = picker(stage)?.getSnapshot().context ?? {};
  return { name, picked };
}

function send(stage: Stage, event: { type: string; userID?: string; name?: string }): Promise<void> {
  return stage.act(() => picker(stage)?.send(event));
}
