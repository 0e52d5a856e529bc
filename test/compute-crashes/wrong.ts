/** Something is not as it was promised to be. */
export class Wrong extends Error {
  override readonly name = 'Wrong';
}
