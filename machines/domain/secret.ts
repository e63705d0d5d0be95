/**
 * A password or code between an input field and a port. Events and inputs carry it, but no log, snapshot, inspector
 * or error text can show it. Only `reveal` returns the value; only adapters and input checks call it.
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
