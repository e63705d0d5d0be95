/** Something differs from the tables. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
}
