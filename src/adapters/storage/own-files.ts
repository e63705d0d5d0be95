import { logLine } from "../log.ts";

/**
 * Stores outgoing files in IndexedDB, so that an upload continues after a reload. If the database is unusable or
 * full, files stay in memory until the page closes.
 */
export interface OwnFiles {
  keep(key: string, bytes: Blob): Promise<void>;
  read(key: string): Promise<Blob | null>;
  drop(key: string): Promise<void>;
  /** Drops all files whose key starts with `prefix` and fails `isWanted`. */
  sweep(prefix: string, isWanted: (key: string) => boolean): Promise<void>;
  /**
   * Drops all files whose key starts with `prefix`. Files that come later are not stored, until the next `sweep` of
   * that prefix.
   */
  clear(prefix: string): Promise<void>;
  /** Returns a `blob:` address that is valid while the file is kept, or "" if there is no file. */
  addressOf(key: string): Promise<string>;
}

const DATABASE = "parley-files";
const STORE = "files";
/** A database that has not opened after this many milliseconds counts as unusable. */
const LONGEST_OPEN = 10_000;

/** `prefix` comes before the database name, so that each profile of a browser has its own database. */
export function createOwnFiles(factory: () => Pick<IDBFactory, "open"> | undefined, prefix = ""): OwnFiles {
  const here = new Map<string, Blob>();
  const addresses = new Map<string, string>();
  let opened: Promise<IDBDatabase> | null = null;
  const cleared = new Set<string>();
  let isClosed = false;

  const open = () => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = factory()?.open(prefix + DATABASE, 1);
      if (!request) return reject();
      setTimeout(reject, LONGEST_OPEN);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => {
        const database = request.result;
        // The browser has closed it, for example while the page was in the background. The next call opens it again.
        database.onclose = () => {
          opened = null;
        };
        resolve(database);
      };
      request.onerror = reject;
    });
    opened.catch(() => {
      opened = null;
    });
    return opened;
  };

  /** Returns undefined if the database fails. */
  const ask = async <Answer>(
    mode: IDBTransactionMode,
    run: (store: IDBObjectStore) => IDBRequest<Answer>,
  ): Promise<Answer | undefined> => {
    try {
      const transaction = (await open()).transaction(STORE, mode);
      return await new Promise<Answer>((resolve, reject) => {
        const request = run(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = reject;
      });
    } catch {
      if (!isClosed) logLine("storage", "no database: files to be sent last as long as the page");
      isClosed = true;
      return undefined;
    }
  };

  const forget = (key: string) => {
    here.delete(key);
    URL.revokeObjectURL(addresses.get(key) ?? "");
    addresses.delete(key);
  };

  const read = async (key: string): Promise<Blob | null> => {
    const known = here.get(key);
    if (known) return known;
    const kept: unknown = await ask<unknown>("readonly", (store) => store.get(key));
    if (!(kept instanceof Blob)) return null;
    here.set(key, kept);
    return kept;
  };

  return {
    async keep(key, bytes) {
      if ([...cleared].some((prefix) => key.startsWith(prefix))) return;
      here.set(key, bytes);
      await ask("readwrite", (store) => store.put(bytes, key));
    },
    read,
    async drop(key) {
      forget(key);
      await ask("readwrite", (store) => store.delete(key));
    },
    async sweep(prefix, isWanted) {
      cleared.delete(prefix);
      const keys = (await ask("readonly", (store) => store.getAllKeys())) ?? [];
      for (const key of keys)
        if (typeof key === "string" && key.startsWith(prefix) && !here.has(key) && !isWanted(key))
          await ask("readwrite", (store) => store.delete(key));
    },
    async clear(prefix) {
      cleared.add(prefix);
      for (const key of [...here.keys()].filter((one) => one.startsWith(prefix))) forget(key);
      // One request, which the browser carries out before those of the next sign-in.
      await ask("readwrite", (store) => store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
    },
    async addressOf(key) {
      const bytes = await read(key);
      if (!bytes) return "";
      const address = addresses.get(key) ?? URL.createObjectURL(bytes);
      addresses.set(key, address);
      return address;
    },
  };
}
