import { fromCallback } from "xstate";
import { voicePlayerMachine } from "../../machines/media/voice-player.ts";
import { asking, ignore } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function voicePlayerChart({ ports: { player, storage } }: Outside) {
  return voicePlayerMachine.provide({
    actors: {
      playback: fromCallback(({ input, sendBack, receive }) => {
        const playback = player.play(input, sendBack);
        receive((command) => playback.command(command));
        return () => playback.stop();
      }),
      heardStore: fromCallback(({ receive }) =>
        receive(({ userID, clientMsgID }) => void storage.keepHeard({ userID, clientMsgID }).catch(ignore)),
      ),
      readHeard: asking(storage.readHeard),
    },
  });
}
