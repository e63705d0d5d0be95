import { installScrolling, TALL, viewport } from "./layout.ts";
import { openScreen } from "./screen.tsx";
import type { OpenStage } from "./stage.ts";

installScrolling();

const idle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The running app with its screens in jsdom. */
export const openPage: OpenStage = async (options, prepare) => {
  const stage = await openScreen({ idle }, options, prepare);
  return {
    ...stage,
    stop() {
      stage.stop();
      viewport.height = TALL;
    },
  };
};
