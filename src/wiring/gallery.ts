import { fromCallback } from "xstate";
import { downloadsMachine } from "../../machines/media/downloads.ts";
import { galleryMachine } from "../../machines/media/gallery.ts";
import { sharedMediaMachine } from "../../machines/media/shared-media.ts";
import { asking, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function galleryChart({ ports: { im } }: Outside) {
  return galleryMachine.provide({
    actors: {
      messageEvents: listening(im.messageEvents),
      readOlder: asking(im.loadOlder),
      readNewer: asking(im.loadNewer),
    },
  });
}

export function sharedMediaChart({ ports: { im } }: Outside) {
  return sharedMediaMachine.provide({
    actors: {
      messageEvents: listening(im.messageEvents),
      syncEvents: listening(im.syncEvents),
      readOlder: asking(im.loadOlder),
    },
  });
}

export function downloadsChart({ ports: { files } }: Outside) {
  return downloadsMachine.provide({
    actors: { download: fromCallback(({ input, sendBack }) => files.download(input, sendBack)) },
  });
}
