import { compareByCodePoint } from '@berth/api-kit/json/code-points.ts';
import type { Image } from '../../domain/image.ts';

/** What images can be sorted by, in the order in which a refusal names them. */
const values = {
  name: ({ name }: Image) => name,
  status: ({ status }: Image) => status,
  container_format: ({ containerFormat }: Image) => containerFormat,
  disk_format: ({ diskFormat }: Image) => diskFormat,
  size: ({ content }: Image) => content?.sizeBytes ?? null,
  id: ({ id }: Image) => id,
  created_at: ({ createdAt }: Image) => createdAt,
  updated_at: ({ updatedAt }: Image) => updatedAt,
} as const;

export type SortKey = keyof typeof values;
export const sortKeys = Object.keys(values) as readonly SortKey[];

/** By what, and whether the largest comes first. */
export interface SortStep {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

export function sortedImages(images: readonly Image[], order: readonly SortStep[]): readonly Image[] {
  return images.toSorted((one, other) => compare(one, other, order));
}

/** Whether an image comes behind another one, which need not be in the list itself. */
export function isBehind(marker: Image, image: Image, order: readonly SortStep[]): boolean {
  return compare(marker, image, order) < 0;
}

function compare(one: Image, other: Image, order: readonly SortStep[]): number {
  for (const { key, isDescending } of order) {
    const difference = compareValues(values[key](one), values[key](other));
    if (difference !== 0) return isDescending ? -difference : difference;
  }
  return 0;
}

type Value = string | number | null;

/** Nothing comes before everything. */
function compareValues(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === 'string' && typeof other === 'string') return compareByCodePoint(one, other);
  return Number(one) - Number(other);
}
