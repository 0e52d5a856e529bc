import { type ImagesChange, imagesChangeKinds } from '../domain/changes.ts';
import type { Image } from '../domain/image.ts';
import type { Projection, Row, RowChange } from '@berth/ledger/journal/projection.ts';

/** How images are kept in a journal: each is one row, its id and the whole of it as JSON, since the state is in memory. */
export const imagesProjection: Projection<ImagesChange> = {
  name: 'images',
  kinds: imagesChangeKinds,
  schemaVersion: 1,
  migrations: [],
  tables: [{ name: 'images', columns: { id: 'text', image: 'text' }, keyLength: 1 }],
  rowsOf,
  changesOf,
};

function rowsOf(change: ImagesChange): RowChange[] {
  if (change.kind === 'image-removed') return [{ do: 'remove', table: 'images', where: { id: change.id } }];
  const { image } = change;
  return [{ do: 'put', table: 'images', row: { id: image.id, image: JSON.stringify(image) } }];
}

function* changesOf(read: (table: string) => Iterable<Row>): Generator<ImagesChange> {
  for (const row of read('images')) yield { kind: 'image-set', image: imageIn(row) };
}

/** What is not right about it is told by `berth status`; here it is only that it can be read. */
function imageIn({ id, image }: Row): Image {
  try {
    return JSON.parse(image as string) as Image;
  } catch (cause) {
    throw new Error(`the row ${id} of images is no JSON`, { cause });
  }
}
