/** Something differs from the tables. */
export class Surprise extends Error {
  override readonly name = "Surprise";
}
