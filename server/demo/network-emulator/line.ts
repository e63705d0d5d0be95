import { Duplex } from "node:stream";
import type { Cables } from "./cables.ts";

/** Pieces one direction of a line holds back before it asks the socket to wait. */
const maxHeld = 256;

/** What passes in one direction: at once, or held back, and never out of order. */
interface Lane {
  readonly held: number;
  pass(deliver: () => void): void;
  /** Lets go of all that is held back. */
  flush(): void;
}

function createLane(isSlow: () => boolean, later: Cables["later"]): Lane {
  const waiting: { deliver: () => void }[] = [];
  /** Those up to the `count`th, oldest first. */
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
      // What was let go meanwhile is not there any more.
      later(() => release(waiting.indexOf(piece) + 1));
    },
    flush: () => release(waiting.length),
  };
}

/** A connection as it comes through somebody's cable: bytes both ways, the end of each way, and the end of it all. */
export class Line extends Duplex {
  private readonly inward: Lane;
  private readonly outward: Lane;

  /** Takes the socket over, with the bytes that were read of it already. */
  constructor(
    private readonly socket: Duplex,
    head: Buffer,
    isSlow: () => boolean,
    later: Cables["later"],
  ) {
    super();
    this.inward = createLane(isSlow, later);
    this.outward = createLane(isSlow, later);
    // A socket that failed closes next, and that is all there is to say.
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => this.receive(chunk));
    socket.on("end", () => this.inward.pass(() => void this.push(null)));
    socket.on("close", () => this.inward.pass(() => this.destroy()));
    if (head.length > 0) this.receive(head);
  }

  /** Lets go of all that is held back. */
  flush(): void {
    this.inward.flush();
    this.outward.flush();
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.outward.pass(() => void this.socket.write(chunk));
    // The next piece does not wait for one that is held back, or each would take as long as all before it.
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
