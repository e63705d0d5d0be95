import type { Answers } from "./calls.ts";
import type { Emit } from "./ports.ts";
import type { World } from "./world.ts";

type OwnCall = "account.loadOwnDetails" | "account.updateProfile" | "account.changePassword" | "im.setQuiet";

export function ownAnswers(world: World, emit: Emit): Required<Pick<Answers, OwnCall>> {
  const become = (changes: Partial<World["me"]>) => {
    world.me = { ...world.me, ...changes };
    emit.connection({ type: "im.profileChanged", profile: { userID: world.me.userID, ...changes } });
  };
  return {
    "account.loadOwnDetails": () => world.ownDetails,
    "account.updateProfile": ({ change }) => {
      if (change.kind === "nickname") return become({ nickname: change.nickname });
      const { kind: _, ...changes } = change;
      world.ownDetails = { ...world.ownDetails, ...changes };
    },
    "account.changePassword": () => {},
    "im.setQuiet": ({ quiet }) => become({ globalRecvMsgOpt: quiet ? 2 : 0 }),
  };
}
