import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inMemory } from "../store/database.ts";

interface Content {
  hash: string;
  size: number;
}

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

  /** Whether content is there, and all of it: a store may be restored without its files, and a disk may fail. */
  const has = ({ hash, size }: Content) => statSync(file(hash), { throwIfNoEntry: false })?.size === size;

  return {
    open,
    file,
    has,
    makeRoom: () => {
      mkdirSync(openFolder(), { recursive: true });
    },
    drop: (uploadID: string) => rmSync(open(uploadID), { force: true }),

    /**
     * Makes an upload's file the content of that hash. What is there already stays: it came by the same way, perhaps
     * in a process that was killed before it could note that.
     */
    keep: (uploadID: string, content: Content) => {
      if (has(content)) {
        rmSync(open(uploadID), { force: true });
        return;
      }
      const kept = file(content.hash);
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
