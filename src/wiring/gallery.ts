import { fromCallback } from "xstate";
import { downloadsMachine } from "../../machines/media/downloads.ts";
import { galleryMachine } from "../../machines/media/gallery.ts";
import { sharedMediaMachine } from "../../machines/media/shared-media.ts";
import type { Wiring } from "./actors-by-name.ts";
import { forwardingChart } from "./selection.ts";

export function galleryChart(wiring: Wiring) {
  const { actors } = wiring;
  return galleryMachine.provide({
    actors: {
      ...actors,
      readOlder: actors.loadOlder,
      readNewer: actors.loadNewer,
      forwarding: forwardingChart(wiring),
    },
  });
}

export function sharedMediaChart({ actors }: Wiring) {
  return sharedMediaMachine.provide({ actors: { ...actors, readOlder: actors.loadOlder } });
}

export function downloadsChart({ ports: { files } }: Wiring) {
  return downloadsMachine.provide({
    actors: { download: fromCallback(({ input, sendBack }) => files.download(input, sendBack)) },
  });
}
