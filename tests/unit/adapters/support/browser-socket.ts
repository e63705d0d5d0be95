import { WebSocket as NodeSocket } from "ws";

/** A real socket. As in a browser, it does not throw errors that have no listener. */
export class BrowserSocket extends NodeSocket {
  constructor(url: string, protocols?: string[]) {
    super(url, protocols);
    this.on("error", () => {});
  }
}

/** `CloseEvent`, which only newer versions of Node have. */
export class CloseEventStub extends Event {
  readonly code: number;

  constructor(type: string, { code = 0 }: CloseEventInit = {}) {
    super(type);
    this.code = code;
  }
}
