/** Matches video tracks with the elements that show them. Either may come first. */

export interface Picture {
  attach(element: HTMLMediaElement): unknown;
  detach(element: HTMLMediaElement): unknown;
}

export type PictureSource = "camera" | "screen";

export interface Pictures {
  put(userID: string, source: PictureSource, picture: Picture): void;
  drop(picture: Picture): void;
  /** Draws into `element` until the returned function is called. */
  show(what: { userID: string; source: PictureSource }, element: HTMLVideoElement): () => void;
}

interface Frame {
  key: string;
  element: HTMLVideoElement;
  picture: Picture | null;
}

export function createPictures(): Pictures {
  const pictures = new Map<string, Picture>();
  const frames = new Set<Frame>();

  const keyOf = (userID: string, source: PictureSource) => `${source}:${userID}`;
  const fill = (frame: Frame, picture: Picture | null) => {
    if (frame.picture === picture) return;
    frame.picture?.detach(frame.element);
    picture?.attach(frame.element);
    frame.picture = picture;
  };

  return {
    put(userID, source, picture) {
      const key = keyOf(userID, source);
      pictures.set(key, picture);
      for (const frame of frames) if (frame.key === key) fill(frame, picture);
    },
    drop(picture) {
      for (const [key, known] of pictures) if (known === picture) pictures.delete(key);
      for (const frame of frames) if (frame.picture === picture) fill(frame, null);
    },
    show({ userID, source }, element) {
      const frame: Frame = { key: keyOf(userID, source), element, picture: null };
      frames.add(frame);
      fill(frame, pictures.get(frame.key) ?? null);
      return () => {
        frames.delete(frame);
        fill(frame, null);
      };
    },
  };
}
