/**
 * Makes a worker look like the page the SDK expects. Has to be evaluated before the SDK's module, hence a module of
 * its own, imported first.
 */
const { Worker } = self;

// The SDK, its database calls and the wasm find each other through `window`.
Reflect.set(self, "window", self);

// On a cross-origin isolated page the SDK's database refuses to start its worker from another worker.
if (self.crossOriginIsolated) Reflect.set(self, "WorkerGlobalScope", undefined);

// Without the Cache API the SDK fetches its wasm plainly: the browser's HTTP cache then also keeps the compiled code,
// and no uncompressed copy lies in Cache Storage.
for (let scope: object | null = self; scope; scope = Object.getPrototypeOf(scope))
  if (Object.hasOwn(scope, "caches")) Reflect.deleteProperty(scope, "caches");

// The SDK starts its database worker with this; it gets the silenced one. Safari's stand-ins for nested workers come as
// blobs and pass.
function DatabaseWorker(url: string | URL, options?: WorkerOptions): Worker {
  if (String(url).startsWith("blob:")) return new Worker(url, options);
  return new Worker(new URL("./database-worker.ts", import.meta.url), {
    type: "module",
    name: "im-database",
  });
}
// Tells the SDK that module workers work; it would start one from a blob to find out, and never end it.
DatabaseWorker.prototype.type = "module";
Reflect.set(self, "Worker", DatabaseWorker);
