import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inMemory } from "../store/database.ts";

export type Folder = ReturnType<typeof createFolder>;

/**
 * The files of the object storage, `objects/` beside the store: content by its hash, and below `open/` one file an
 * upload, each part at its place in it. Nothing in a path comes from outside. Made when first needed.
 */
export function createFolder(data: string) {
  let made = data === inMemory ? undefined : join(data, "objects");
  const root = () => {
    made ??= mkdtempSync(join(tmpdir(), "parley-objects-"));
    return made;
  };
  const openFolder = () => join(root(), "open");
  const open = (uploadID: string) => join(openFolder(), uploadID);
  const file = (hash: string) => join(root(), hash.slice(0, 2), hash);

  return {
    open,
    file,
    /** Whether content is there: a store may be restored without its files. */
    has: (hash: string) => existsSync(file(hash)),
    makeRoom: () => {
      mkdirSync(openFolder(), { recursive: true });
    },
    drop: (uploadID: string) => rmSync(open(uploadID), { force: true }),

    /**
     * Makes an upload's file the content of that hash. What is there already stays: it came by the same way, perhaps
     * in a process that was killed before it could note that.
     */
    keep: (uploadID: string, hash: string) => {
      const kept = file(hash);
      if (existsSync(kept)) {
        rmSync(open(uploadID), { force: true });
        return;
      }
      mkdirSync(dirname(kept), { recursive: true });
      renameSync(open(uploadID), kept);
    },

    /** Ids of the uploads that have a file. */
    openIDs: (): string[] =>
      made !== undefined && existsSync(openFolder()) ? readdirSync(openFolder()) : [],

    close: () => {
      if (data === inMemory && made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
}
