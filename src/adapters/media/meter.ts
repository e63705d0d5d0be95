/** Measures how loud a microphone is. It needs no sound to be played. */
export class Meter {
  readonly #context = new AudioContext();
  readonly #analyser: AnalyserNode;
  readonly #samples: Float32Array<ArrayBuffer>;

  constructor(stream: MediaStream) {
    this.#analyser = this.#context.createAnalyser();
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
    this.#context.resume().catch(() => {}); // without it only the bars stay flat
  }

  /** Returns the volume from 0 to 1. The root matches human hearing and makes quiet speech visible. */
  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / this.#samples.length;
    return Math.min(1, Math.sqrt(Math.sqrt(power) * 3));
  }

  close(): void {
    this.#context.close().catch(() => {});
  }
}
