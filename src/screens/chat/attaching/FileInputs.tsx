import { type ChangeEvent, type RefObject, useRef } from "react";

export interface FilePickers {
  media: RefObject<HTMLInputElement | null>;
  camera: RefObject<HTMLInputElement | null>;
  files: RefObject<HTMLInputElement | null>;
}

export function useFilePickers(): FilePickers {
  return {
    media: useRef<HTMLInputElement>(null),
    camera: useRef<HTMLInputElement>(null),
    files: useRef<HTMLInputElement>(null),
  };
}

export interface FileInputsProps {
  pickers: FilePickers;
  onPick: (files: readonly File[], asFile: boolean) => void;
}

export function FileInputs({ pickers: { media, camera, files }, onPick }: FileInputsProps) {
  const pick = (asFile: boolean) => (event: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(event.target.files ?? [])];
    event.target.value = ""; // the same file may be picked again
    onPick(picked, asFile);
  };
  return (
    <>
      <input ref={media} type="file" hidden multiple accept="image/*,video/*" onChange={pick(false)} />
      <input ref={camera} type="file" hidden accept="image/*" capture="environment" onChange={pick(false)} />
      <input ref={files} type="file" hidden multiple onChange={pick(true)} />
    </>
  );
}
