import { presenceMachine } from "../../machines/people/presence.ts";
import { asking, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function presenceChart({ ports: { im, platform } }: Outside) {
  return presenceMachine.provide({
    actors: {
      presenceEvents: listening(im.presenceEvents),
      connectionEvents: listening(im.connectionEvents),
      pageEvents: listening(platform.pageEvents),
      loadPresence: asking(im.loadPresence),
    },
  });
}
