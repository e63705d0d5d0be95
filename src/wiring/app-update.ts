/** The chart of the service worker, loaded some time after the page. */
import { type ActorRefFrom, fromCallback, fromPromise } from "xstate";
import { appUpdateMachine, type UpdateCommand } from "../../machines/app/app-update.ts";
import type { UpdatesPort } from "../../machines/ports/updates.ts";
import type { sessionMachine } from "../../machines/session/session.ts";
import { asking } from "./port-actors.ts";

type Session = ActorRefFrom<typeof sessionMachine>;

export type MakeAppUpdate = (session: () => Session | undefined) => typeof appUpdateMachine;

export function appUpdateChart(updates: UpdatesPort, sessionOf: () => Session | undefined) {
  return appUpdateMachine.provide({
    actors: {
      readActivity: fromPromise(async () => {
        const session = sessionOf()?.getSnapshot();
        const { sync, signedIn } = session?.children ?? {};
        const calls = signedIn?.getSnapshot().children.callManager;
        return {
          isSettled:
            session?.hasTag("elsewhere") === true ||
            (session?.hasTag("ready") === true && sync?.getSnapshot().hasTag("heard") === true),
          isCalling: calls?.getSnapshot().hasTag("engaged") === true,
        };
      }),
      register: asking(updates.register),
      updates: fromCallback<UpdateCommand>(({ receive, sendBack }) => {
        receive(({ type }) => {
          if (type === "update.check") updates.check();
          else if (type === "update.apply") updates.apply();
          else updates.reload();
        });
        return updates.updateEvents(sendBack);
      }),
    },
  });
}
