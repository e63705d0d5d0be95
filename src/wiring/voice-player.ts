import { fromCallback } from "xstate";
import { voicePlayerMachine } from "../../machines/media/voice-player.ts";
import type { Wiring } from "./actors-by-name.ts";
import { ignore } from "./port-actors.ts";

export function voicePlayerChart({ actors, ports: { player, storage } }: Wiring) {
  return voicePlayerMachine.provide({
    actors: {
      ...actors,
      playback: fromCallback(({ input, sendBack, receive }) => {
        const playback = player.play(input, sendBack);
        receive((command) => playback.command(command));
        return () => playback.stop();
      }),
      heardStore: fromCallback(({ receive }) =>
        receive(({ userID, clientMsgID }) => void storage.keepHeard({ userID, clientMsgID }).catch(ignore)),
      ),
    },
  });
}
