import type { Picture, PictureSource, Pictures } from "./pictures.ts";

/** The pictures of one room among those of the app, so that they can be dropped together. */
export function createRoomPictures(pictures: Pick<Pictures, "put" | "drop">) {
  const drawn = new Set<Picture>();
  const drop = (picture: Picture) => {
    drawn.delete(picture);
    pictures.drop(picture);
  };
  return {
    put(userID: string, source: PictureSource, picture: Picture) {
      drawn.add(picture);
      pictures.put(userID, source, picture);
    },
    drop,
    dropAll: () => drawn.forEach(drop),
  };
}
