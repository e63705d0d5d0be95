import type { ProfileChange } from "../../machines/people/own-profile.ts";
import { profileEditingMachine } from "../../machines/people/profile-editing.ts";
import { passwordChangeMachine } from "../../machines/session/password-change.ts";
import type { Wiring } from "./actors-by-name.ts";
import { changing } from "./changing.ts";

export function ownProfileCharts({ actors, ports: { account, files, im } }: Wiring) {
  return {
    profileEditing: profileEditingMachine.provide({
      actors: {
        ...actors,
        // "No sound" is stored on the IM server, the other settings on the chat server.
        changeProfile: changing(async ({ userID, change }: { userID: string; change: ProfileChange }) => {
          if (change.kind === "quiet") return im.setQuiet(change);
          if (change.kind !== "picture") return account.updateProfile({ userID, change });
          const faceURL = await im.uploadPicture({ picture: await files.cut(change.portrait) });
          return account.updateProfile({ userID, change: { kind: "faceURL", faceURL } });
        }),
      },
    }),
    passwordChange: passwordChangeMachine.provide({ actors }),
  };
}
