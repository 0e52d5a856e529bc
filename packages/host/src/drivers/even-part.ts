/** One of `count` parts, as even as whole numbers can be: all of them are the whole together. */
export function evenPart(whole: number, index: number, count: number): number {
  return Math.floor(((index + 1) * whole) / count) - Math.floor((index * whole) / count);
}
