import { fromCallback } from "xstate";
import { scannerMachine } from "../../machines/people/scanner.ts";
import type { Wiring } from "./actors-by-name.ts";

export function scannerChart({ actors, ports: { scanner } }: Wiring) {
  return scannerMachine.provide({
    actors: {
      ...actors,
      camera: fromCallback(({ sendBack, receive }) => {
        const scan = scanner.scan(sendBack);
        receive(({ isLit }) => scan.setTorch(isLit));
        return () => scan.stop();
      }),
    },
  });
}
