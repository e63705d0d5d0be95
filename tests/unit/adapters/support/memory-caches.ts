/** Caches in memory, without what the service worker does not use. */
export function memoryCaches(): CacheStorage {
  const all = new Map<string, Cache>();
  const missing = () => Promise.reject(new Error("not in these caches"));
  return {
    has: async (name) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    match: missing,
    async open(name) {
      const known = all.get(name);
      if (known) return known;
      const entries = new Map<string, Response>();
      const made: Cache = {
        put: async (request, response) => void entries.set(String(request), response),
        match: async (request) => entries.get(String(request))?.clone(),
        add: missing,
        addAll: missing,
        delete: missing,
        keys: missing,
        matchAll: missing,
      };
      all.set(name, made);
      return made;
    },
  };
}
