import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { Row } from '@berth/ledger/journal/projection.ts';
import type { ImagesChange } from '../domain/changes.ts';
import { imageProblems } from '../records/image-shape.ts';
import { inOrderOfKeys } from '@berth/api-kit/json/in-order-of-keys.ts';

/** What is looked at when a ledger is checked, besides its records and the state that is made of it. */
export const imagesChecks = { checkRows, newChangesCheck: () => new ImagesChangesCheck() };

/** Every row holds an image under its id. It takes nothing for granted, since it is asked when there is doubt. */
function checkRows(read: (table: string) => Iterable<Row>): {
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
} {
  let count = 0;
  const problems: string[] = [];
  for (const { id, image } of read('images')) {
    count++;
    const problem = problemOf(String(id), String(image));
    if (problem !== undefined) problems.push(`The row ${id} of images ${problem}.`);
  }
  return { counts: { images: count }, problems };
}

function problemOf(id: string, text: string): string | undefined {
  let image: unknown;
  try {
    image = JSON.parse(text);
  } catch {
    return 'is no JSON';
  }
  const [first] = imageProblems(image);
  if (first !== undefined) return `is not as it should be: ${first}`;
  return (image as { id: string }).id === id ? undefined : 'is not kept by its id';
}

/** What was last said about each image. */
class ImagesChangesCheck {
  readonly #said = new Map<string, NumberedChange<ImagesChange>>();

  note(numbered: NumberedChange<ImagesChange>): void {
    this.#said.set(idOf(numbered.change), numbered);
  }

  compare(state: Iterable<ImagesChange>): {
    readonly problems: readonly string[];
    readonly repairs: readonly ImagesChange[];
  } {
    const rows = new Map<string, string>();
    for (const change of state) rows.set(idOf(change), textOf(change));
    const wrong = [...this.#said].filter(([id, { change }]) => (rows.get(id) ?? gone) !== textOf(change));
    return {
      problems: wrong.map(
        ([id, { number }]) => `The row of image ${id} is not what change ${number} has made it.`,
      ),
      repairs: wrong.map(([, { change }]) => change),
    };
  }
}

function idOf(change: ImagesChange): string {
  return change.kind === 'image-set' ? change.image.id : change.id;
}

const gone = 'null';

/** What a change says that there is. */
function textOf(change: ImagesChange): string {
  return change.kind === 'image-removed' ? gone : JSON.stringify(inOrderOfKeys(change.image));
}
