import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inMemory } from "../store/database.ts";

interface Content {
  /** Its name, below a folder of its first two characters. */
  file: string;
  size: number;
}

export type Folder = ReturnType<typeof createFolder>;

/**
 * The files of the object storage, `objects/` beside the store: content by the id of its upload (older content by
 * its hash), and below `open/` one file an upload, each part at its place in it. Nothing in a path comes from outside. Made when first needed.
 */
export function createFolder(data: string) {
  let made = data === inMemory ? undefined : join(data, "objects");
  const root = () => {
    made ??= mkdtempSync(join(tmpdir(), "parley-objects-"));
    return made;
  };
  const openFolder = () => join(root(), "open");
  const open = (uploadID: string) => join(openFolder(), uploadID);
  const file = (name: string) => join(root(), name.slice(0, 2), name);

  /** Whether content is there, and all of it: a store may be restored without its files, and a disk may fail. */
  const has = ({ file: name, size }: Content) =>
    statSync(file(name), { throwIfNoEntry: false })?.size === size;

  return {
    /** Where all of it lies. */
    root: () => {
      mkdirSync(root(), { recursive: true });
      return root();
    },
    open,
    file,
    has,
    makeRoom: () => {
      mkdirSync(openFolder(), { recursive: true });
    },
    drop: (uploadID: string) => rmSync(open(uploadID), { force: true }),

    /**
     * Makes an upload's file content of the same name. What is there already came by the same way, in a process that
     * was killed before it could note that.
     */
    keep: (uploadID: string, size: number) => {
      if (has({ file: uploadID, size })) return;
      const kept = file(uploadID);
      mkdirSync(dirname(kept), { recursive: true });
      renameSync(open(uploadID), kept);
    },

    /** Removes content. */
    remove: (name: string) => rmSync(file(name), { force: true }),

    /** Ids of the uploads that have a file. */
    openIDs: (): string[] =>
      made !== undefined && existsSync(openFolder()) ? readdirSync(openFolder()) : [],

    close: () => {
      if (data === inMemory && made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
}
