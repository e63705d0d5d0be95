import { type ChangeEvent, type RefObject, useEffect, useState } from "react";
import type { Portrait } from "../../../machines/vocabulary/portraits.ts";
import { CropSheet } from "./CropSheet.tsx";

export interface PortraitPickerProps {
  /** Opens the browser's own dialog by a click. */
  input: RefObject<HTMLInputElement | null>;
  /** Given what was picked, and the square of it that was chosen. */
  onPick: (portrait: Portrait) => void;
}

/** Asks for a picture of a person or a group, and which square of it. */
export function PortraitPicker({ input, onPick }: PortraitPickerProps) {
  const [picked, setPicked] = useState<{ file: File; url: string } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(picked?.url ?? ""), [picked]);

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = ""; // the same one can be chosen again
    if (!file) return;
    setPicked({ file, url: URL.createObjectURL(file) });
    setIsOpen(true);
  };
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden onChange={choose} />
      {picked && (
        <CropSheet
          key={picked.url}
          open={isOpen}
          url={picked.url}
          onClose={() => setIsOpen(false)}
          onPick={(square) => onPick({ picture: picked.file, square })}
        />
      )}
    </>
  );
}
