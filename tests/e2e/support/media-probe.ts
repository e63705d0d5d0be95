/** The media received over the current connections of a page. */
export interface Reception {
  audioPackets: number;
  /** Grows with every sound that is not silent. */
  audioEnergy: number;
  /** Decoded pictures. */
  frames: number;
}

/** The resources that a call uses and must release at its end. */
export interface Holdings {
  connections: number;
  /** Microphones and cameras in use. */
  tracks: number;
  /** Media elements in the document. */
  players: number;
  /** Audio contexts that are not closed. */
  audioContexts: number;
  intervals: number;
  /** Websockets that are not closed. */
  sockets: number;
}

export interface MediaProbe {
  received(): Promise<Reception>;
  holdings(): Holdings;
  /** How often the page asked for the screen. */
  screensAsked(): number;
}

declare global {
  interface Window {
    mediaProbe: MediaProbe;
  }
}

/** Runs in the page before everything else (`addInitScript`) and sets `window.mediaProbe`. */
export function installMediaProbe(): void {
  const connections: RTCPeerConnection[] = [];
  const tracks: MediaStreamTrack[] = [];
  const contexts: AudioContext[] = [];
  const sockets: WebSocket[] = [];
  const intervals = new Set<unknown>();

  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.push(this);
    }
  };
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      sockets.push(this);
    }
  };
  const { mediaDevices } = navigator;
  if (!mediaDevices) return; // the empty page before the first address
  const capture = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints = {}) => {
    const { video } = constraints;
    // Encoding a small picture costs a fraction of the processor time. `rooms-of-many` tests the real sizes.
    const camera = typeof video === "object" ? { ...video, width: 320, height: 240 } : video;
    const stream = await capture({ ...constraints, video: camera ?? false });
    tracks.push(...stream.getTracks());
    return stream;
  };
  let screensAsked = 0;
  const captureScreen = mediaDevices.getDisplayMedia.bind(mediaDevices);
  mediaDevices.getDisplayMedia = (options) => {
    screensAsked += 1;
    return captureScreen(options);
  };
  const [start, stop] = [window.setInterval.bind(window), window.clearInterval.bind(window)];
  Object.assign(window, {
    setInterval(...input: Parameters<typeof start>) {
      const interval = start(...input);
      intervals.add(interval);
      return interval;
    },
    clearInterval(interval: number | undefined) {
      intervals.delete(interval);
      stop(interval);
    },
  });

  const inUse = () => connections.filter(({ connectionState }) => connectionState !== "closed");

  window.mediaProbe = {
    screensAsked: () => screensAsked,
    async received() {
      const sum: Reception = { audioPackets: 0, audioEnergy: 0, frames: 0 };
      for (const connection of inUse())
        for (const report of (await connection.getStats()).values()) {
          if (report.type !== "inbound-rtp") continue;
          if (report.kind === "video") sum.frames += report.framesDecoded ?? 0;
          else {
            sum.audioPackets += report.packetsReceived ?? 0;
            sum.audioEnergy += report.totalAudioEnergy ?? 0;
          }
        }
      return sum;
    },
    holdings: () => ({
      connections: inUse().length,
      tracks: tracks.filter(({ readyState }) => readyState === "live").length,
      players: document.querySelectorAll("audio, video").length,
      audioContexts: contexts.filter(({ state }) => state !== "closed").length,
      intervals: intervals.size,
      sockets: sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length,
    }),
  };
}
