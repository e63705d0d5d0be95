/** What was found otherwise than the tables say. */
export class Surprise extends Error {
  override readonly name = "Surprise";
}
