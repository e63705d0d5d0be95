import type { Scan, ScannerPort } from "../../../machines/ports/scanner.ts";
import { logLine } from "../log.ts";

/**
 * The code that reads codes loads at the first scan. `takeKey` takes the key of an encrypted meeting out of a code.
 */
export function createScanner(takeKey = (text: string): string => text): ScannerPort {
  let shown: MediaStream | null = null;
  const elements = new Set<HTMLVideoElement>();
  const show = (stream: MediaStream | null) => {
    shown = stream;
    for (const element of elements) element.srcObject = stream;
  };

  return {
    scan(send) {
      let scan: Scan | null = null;
      let hasStopped = false;
      const start = async () => {
        try {
          const { scanCamera } = await import("./code-reader.ts");
          if (hasStopped) return;
          scan = scanCamera({
            show,
            hide: (stream) => shown === stream && show(null),
            send: (event) =>
              send(event.type === "scanner.read" ? { ...event, text: takeKey(event.text) } : event),
          });
        } catch {
          logLine("scanner", "not loaded");
          if (!hasStopped) send({ type: "scanner.failed", cause: "failing" });
        }
      };
      void start();
      return {
        setTorch: (isLit) => scan?.setTorch(isLit),
        stop() {
          hasStopped = true;
          scan?.stop();
        },
      };
    },

    async readPicture({ picture }) {
      const { readPicture } = await import("./code-reader.ts");
      const text = await readPicture(picture);
      return text === null ? null : takeKey(text);
    },

    show(element) {
      elements.add(element);
      element.srcObject = shown;
      return () => {
        elements.delete(element);
        element.srcObject = null;
      };
    },
  };
}
