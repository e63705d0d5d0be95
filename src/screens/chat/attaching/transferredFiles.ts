import { PICK_LIMIT } from "../../../../machines/domain/outgoing-attachment.ts";

/**
 * Returns the files of a paste, or none if its text is meant. Spreadsheets add a picture of the cells to copied text.
 * Copied files come with their names or paths as text on some systems.
 */
export function pastedFiles(data: DataTransfer): readonly File[] {
  const files = [...data.files];
  const names = new Set(files.map(({ name }) => name.normalize()));
  const lines = data.getData("text/plain").split(/[\r\n]+/);
  return lines.every((line) => line.trim() === "" || names.has(lastSegment(line))) ? files : [];
}

/**
 * Returns the files of a drop, at once if no folder is among them. A folder stands for the files in it, in the order of
 * their names; hidden ones are left out. Reading stops above the limit for one message.
 */
export function droppedFiles({ files, items }: DataTransfer): readonly File[] | Promise<readonly File[]> {
  // After the event the browser empties the list of the items.
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.some(({ isDirectory }) => isDirectory) ? filesIn(entries) : [...files];
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const found: File[] = [];
  for (const entry of entries) {
    if (found.length > PICK_LIMIT) break;
    if (isFile(entry)) found.push(...(await fileOf(entry)));
    else if (isFolder(entry)) found.push(...(await filesIn(await childrenOf(entry))));
  }
  return found;
}

/** A file that cannot be read any more is left out. */
function fileOf(entry: FileSystemFileEntry): Promise<readonly File[]> {
  return new Promise((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  );
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  // A read returns a part of the entries, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) break;
    children.push(...some);
  }
  return children
    .filter(({ name }) => !name.startsWith("."))
    .sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function lastSegment(line: string): string {
  const segment = line.trim().split(/[/\\]/).at(-1) ?? "";
  try {
    return decodeURIComponent(segment).normalize();
  } catch {
    return segment.normalize(); // a "%" that escapes nothing
  }
}
