import { type ChangeEvent, type RefObject, useEffect, useState } from "react";
import { CropSheet } from "./CropSheet.tsx";

export interface PortraitPickerProps {
  /** Opens the browser's own dialog by a click. */
  input: RefObject<HTMLInputElement | null>;
  /** Given the square that was chosen, as a JPEG. */
  onPick: (picture: Blob) => void;
}

/** Asks for a picture of a person or a group, and which square of it. */
export function PortraitPicker({ input, onPick }: PortraitPickerProps) {
  /** Null for one that cannot be opened; undefined before any was chosen. */
  const [picture, setPicture] = useState<ImageBitmap | null>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => () => picture?.close(), [picture]);

  const open = async (file: File) => {
    setPicture(await createImageBitmap(file).catch(() => null));
    setIsOpen(true);
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = ""; // the same one can be chosen again
    if (file) void open(file);
  };
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden onChange={choose} />
      {picture !== undefined && (
        <CropSheet open={isOpen} picture={picture} onClose={() => setIsOpen(false)} onPick={onPick} />
      )}
    </>
  );
}
