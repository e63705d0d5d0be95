import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Portrait } from "../../../machines/domain/avatar-image.ts";
import type { PictureRefusal } from "../../../machines/ports/sources.ts";
import { useSources } from "../../components/sources.tsx";
import { CropSheet } from "./CropSheet.tsx";

export interface PortraitPickerProps {
  /** A click on it opens the file dialog. */
  input: RefObject<HTMLInputElement | null>;
  onPick: (portrait: Portrait) => void;
}

interface Picked {
  file: File;
  url: string;
  refusal: PictureRefusal | null;
}

export function PortraitPicker({ input, onPick }: PortraitPickerProps) {
  const sources = useSources();
  const [picked, setPicked] = useState<Picked | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const chosen = useRef<File>(null);
  useEffect(() => () => URL.revokeObjectURL(picked?.url ?? ""), [picked]);

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = ""; // the same one can be chosen again
    if (!file) return;
    chosen.current = file;
    const refusal = await sources.refusalOf(file);
    // The user chose another picture meanwhile.
    if (chosen.current !== file) return;
    setPicked({ file, url: URL.createObjectURL(file), refusal });
    setIsOpen(true);
  };
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden onChange={(event) => void choose(event)} />
      {picked && (
        <CropSheet
          key={picked.url}
          open={isOpen}
          url={picked.url}
          refusal={picked.refusal}
          onClose={() => setIsOpen(false)}
          onPick={(square) => onPick({ picture: picked.file, square })}
        />
      )}
    </>
  );
}
