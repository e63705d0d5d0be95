import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inMemory } from "../store/database.ts";

interface Content {
  /** File name, below a folder of its first two characters. */
  file: string;
  size: number;
}

export type Folder = ReturnType<typeof createFolder>;

/**
 * The files of the object storage, in `objects/` beside the store. Content is named by its upload id (older content
 * by its hash); `open/` has one file per upload, each part at its offset. Paths contain no client input. The folder
 * is created when first needed.
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

  /** Whether the complete file exists: a store may be restored without its files, and a disk may fail. */
  const has = ({ file: name, size }: Content) =>
    statSync(file(name), { throwIfNoEntry: false })?.size === size;

  return {
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
     * Moves an upload's file to content of the same name. If it exists already, a process moved it and was killed
     * before it recorded that.
     */
    keep: (uploadID: string, size: number) => {
      if (has({ file: uploadID, size })) return;
      const kept = file(uploadID);
      mkdirSync(dirname(kept), { recursive: true });
      renameSync(open(uploadID), kept);
    },

    remove: (name: string) => rmSync(file(name), { force: true }),

    openIDs: (): string[] =>
      made !== undefined && existsSync(openFolder()) ? readdirSync(openFolder()) : [],

    close: () => {
      if (data === inMemory && made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
}
