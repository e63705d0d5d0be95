interface Database {
  version: number;
  stores: Map<string, Map<IDBValidKey, unknown>>;
}

/** IndexedDB in memory, as far as stores without key paths use it. Like a browser, it answers later. */
export function memoryDatabases() {
  const databases = new Map<string, Database>();
  /** What the browser does next: it has no room, refuses to open a database, or never answers. */
  const state = { isFull: false, isRefusing: false, isHanging: false };

  const opened = (database: Database): IDBDatabase =>
    fake({
      createObjectStore(name: string) {
        if (database.stores.has(name)) throw new DOMException("exists", "ConstraintError");
        database.stores.set(name, new Map());
      },
      transaction(name: string, mode: IDBTransactionMode) {
        const entries = database.stores.get(name);
        if (!entries) throw new DOMException("no store", "NotFoundError");
        const transaction: IDBTransaction = fake({ objectStore: () => storeOf(entries, mode) });
        later(() => {
          if (state.isFull) transaction.onabort?.(new Event("abort"));
          else transaction.oncomplete?.(new Event("complete"));
        });
        return transaction;
      },
    });

  const storeOf = (entries: Map<IDBValidKey, unknown>, mode: IDBTransactionMode): IDBObjectStore => {
    const write = (change: () => void) => {
      if (mode !== "readwrite") throw new DOMException("read only", "ReadOnlyError");
      if (!state.isFull) change();
      return fake<IDBRequest>({});
    };
    return fake({
      get: (key: IDBValidKey) => fake({ result: entries.get(key) }),
      getAllKeys: () => fake({ result: [...entries.keys()] }),
      put: (value: unknown, key: IDBValidKey) => write(() => entries.set(key, value)),
      delete: (query: IDBValidKey | IDBKeyRange) =>
        write(() => {
          const isMeant = (key: IDBValidKey) =>
            typeof query === "object" && "lower" in query
              ? key >= query.lower && key <= query.upper
              : key === query;
          for (const key of [...entries.keys()].filter(isMeant)) entries.delete(key);
        }),
    });
  };

  const factory: Pick<IDBFactory, "open"> = {
    open(name, version = 1) {
      const database = databases.get(name) ?? { version: 0, stores: new Map() };
      const request: IDBOpenDBRequest = fake({ result: opened(database) });
      if (!state.isHanging)
        later(() => {
          try {
            if (state.isRefusing || version < database.version) throw new DOMException("", "VersionError");
            if (version > database.version) request.onupgradeneeded?.(fake({}));
            databases.set(name, { ...database, version });
            request.onsuccess?.(new Event("success"));
          } catch {
            request.onerror?.(new Event("error"));
          }
        });
      return request;
    },
  };
  return { factory, state, databases };
}

function later(run: () => void): void {
  void Promise.resolve().then(run);
}

/** What `IDBKeyRange` is in a browser, as far as `memoryDatabases` reads it. */
export const memoryKeyRange = { bound: (lower: string, upper: string) => ({ lower, upper }) };

/** A part of what a browser has. */
function fake<Whole>(part: object): Whole {
  return Object.assign(Object.create(null), part);
}
