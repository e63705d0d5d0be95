/**
 * A password or code on its way from a field to a port. It travels in events and inputs, yet no log, snapshot,
 * inspector or error text can show it: only `reveal` gives it away, and only adapters call that.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  get isEmpty(): boolean {
    return this.#value.length === 0;
  }

  toJSON(): string {
    return "[secret]";
  }

  toString(): string {
    return "[secret]";
  }
}
