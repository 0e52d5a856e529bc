/** A text in which wildcards (null) stand for any characters: `hw:numa_cpus.{num}` is `hw:numa_cpus.` and a null. */
export type Shape = readonly (string | null)[];

export interface Instance {
  /** The shape's own characters, with those of the text in the place of its wildcards. */
  readonly text: string;
  /** How many characters of the text had to be put in, left out, exchanged or swapped with their neighbour. */
  readonly distance: number;
}

export function shapeOf(template: string): Shape {
  return (
    template
      .match(/\{[^{}]*\}|[^]/gu)
      ?.map((part) => (part.length > 1 && part.startsWith('{') ? null : part)) ?? []
  );
}

/**
 * What comes nearest to a text among all that a shape stands for. Null when it is further away than `most`.
 *
 * Row by row as for the distance of two texts (Damerau and Levenshtein), with one rule more: a wildcard takes any number of
 * characters for nothing. The way back through the table tells which.
 */
export function nearestInstance(text: string, shape: Shape, most: number): Instance | null {
  const characters = Array.from(text);
  const width = characters.length + 1;
  const costs = new Uint16Array((shape.length + 1) * width);
  for (let column = 1; column < width; column++) costs[column] = column;
  for (let row = 1; row <= shape.length; row++) {
    let least = Number.MAX_SAFE_INTEGER;
    for (let column = 0; column < width; column++) {
      const cost = cellCost(costs, width, row, column, shape, characters);
      costs[row * width + column] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return null;
  }
  const distance = costs.at(-1) as number;
  return distance > most ? null : { text: wayBack(costs, width, shape, characters), distance };
}

function cellCost(
  costs: Uint16Array,
  width: number,
  row: number,
  column: number,
  shape: Shape,
  characters: readonly string[],
): number {
  const at = row * width + column;
  const above = costs[at - width] as number;
  const wanted = shape[row - 1] as string | null;
  if (wanted === null) return column === 0 ? above : Math.min(above, costs[at - 1] as number);
  let cost = above + 1;
  if (column > 0) {
    cost = Math.min(cost, (costs[at - 1] as number) + 1);
    cost = Math.min(cost, (costs[at - width - 1] as number) + (wanted === characters[column - 1] ? 0 : 1));
    if (isSwapped(row, column, shape, characters)) {
      cost = Math.min(cost, (costs[at - 2 * width - 2] as number) + 1);
    }
  }
  return cost;
}

function isSwapped(row: number, column: number, shape: Shape, characters: readonly string[]): boolean {
  return (
    row > 1 &&
    column > 1 &&
    shape[row - 1] === characters[column - 2] &&
    shape[row - 2] === characters[column - 1]
  );
}

function wayBack(costs: Uint16Array, width: number, shape: Shape, characters: readonly string[]): string {
  const parts: string[] = [];
  let row = shape.length;
  let column = width - 1;
  while (row > 0) {
    const at = row * width + column;
    const cost = costs[at] as number;
    const wanted = shape[row - 1] as string | null;
    if (wanted === null) {
      // As much as possible to the wildcard: its characters are the user's own.
      if (column > 0 && costs[at - 1] === cost) parts.push(characters[--column] as string);
      else row--;
    } else if (column > 0 && costs[at - 1] === cost - 1) {
      column--;
    } else if (column > 0 && costs[at - width - 1] === cost - (wanted === characters[column - 1] ? 0 : 1)) {
      parts.push(wanted);
      row--;
      column--;
    } else if (costs[at - width] === cost - 1) {
      parts.push(wanted);
      row--;
    } else {
      parts.push(wanted, shape[row - 2] as string);
      row -= 2;
      column -= 2;
    }
  }
  return parts.reverse().join('');
}
