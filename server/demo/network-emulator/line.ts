import { Duplex } from "node:stream";
import type { NetworkEmulator } from "./emulator.ts";

/** Delayed chunks in one direction before the socket is paused. */
const maxHeld = 256;

interface Lane {
  readonly held: number;
  pass(deliver: () => void): void;
  flush(): void;
}

function createLane(isSlow: () => boolean, delay: NetworkEmulator["delay"]): Lane {
  const waiting: { deliver: () => void }[] = [];
  const release = (count: number) => {
    for (const { deliver } of waiting.splice(0, count)) deliver();
  };
  return {
    get held() {
      return waiting.length;
    },
    pass: (deliver) => {
      if (!isSlow() && waiting.length === 0) return deliver();
      const piece = { deliver };
      waiting.push(piece);
      // Chunks that were flushed meanwhile are no longer in the list.
      delay(() => release(waiting.indexOf(piece) + 1));
    },
    flush: () => release(waiting.length),
  };
}

/** A connection through a simulated network: bytes both ways, the end of each direction, and the close. */
export class Line extends Duplex {
  private readonly inward: Lane;
  private readonly outward: Lane;

  /** Takes over the socket, with the bytes already read from it. */
  constructor(
    private readonly socket: Duplex,
    head: Buffer,
    isSlow: () => boolean,
    delay: NetworkEmulator["delay"],
  ) {
    super();
    this.inward = createLane(isSlow, delay);
    this.outward = createLane(isSlow, delay);
    // A failed socket closes next; nothing else to do.
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => this.receive(chunk));
    socket.on("end", () => this.inward.pass(() => void this.push(null)));
    socket.on("close", () => this.inward.pass(() => this.destroy()));
    if (head.length > 0) this.receive(head);
  }

  flush(): void {
    this.inward.flush();
    this.outward.flush();
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.outward.pass(() => void this.socket.write(chunk));
    // The next chunk does not wait for a delayed one, or delays would add up.
    if (this.socket.writableNeedDrain) this.socket.once("drain", done);
    else done();
  }

  override _final(done: () => void): void {
    this.outward.pass(() => void this.socket.end(() => done()));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private receive(chunk: Buffer): void {
    this.inward.pass(() => {
      if (!this.destroyed && !this.push(chunk)) this.socket.pause();
    });
    if (this.inward.held > maxHeld) this.socket.pause();
  }
}
