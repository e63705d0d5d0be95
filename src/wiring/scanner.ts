import { fromCallback } from "xstate";
import { scannerMachine } from "../../machines/people/scanner.ts";
import { asking } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function scannerChart({ ports: { scanner } }: Outside) {
  return scannerMachine.provide({
    actors: {
      readPicture: asking(scanner.readPicture),
      camera: fromCallback(({ sendBack, receive }) => {
        const scan = scanner.scan(sendBack);
        receive(({ isLit }) => scan.setTorch(isLit));
        return () => scan.stop();
      }),
    },
  });
}
