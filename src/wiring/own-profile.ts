import { fromPromise } from "xstate";
import type { ProfileChange } from "../../machines/people/own-profile.ts";
import { profileEditingMachine } from "../../machines/people/profile-editing.ts";
import { passwordChangeMachine } from "../../machines/session/password-change.ts";
import { asking, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function ownProfileCharts({ ports: { account, files, im } }: Outside) {
  return {
    profileEditing: profileEditingMachine.provide({
      actors: {
        syncEvents: listening(im.syncEvents),
        loadOwnDetails: asking(account.loadOwnDetails),
        // "No sound" is stored on the IM server, the other settings on the chat server.
        changeProfile: fromPromise<void, { userID: string; change: ProfileChange }>(
          async ({ input: { userID, change } }) => {
            if (change.kind === "quiet") return im.setQuiet(change);
            if (change.kind !== "picture") return account.updateProfile({ userID, change });
            const faceURL = await im.uploadPicture({ picture: await files.cut(change.portrait) });
            return account.updateProfile({ userID, change: { kind: "faceURL", faceURL } });
          },
        ),
      },
    }),
    passwordChange: passwordChangeMachine.provide({
      actors: { changePassword: asking(account.changePassword) },
    }),
  };
}
