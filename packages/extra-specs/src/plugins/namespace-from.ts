import type { Namespace } from '../definitions/definition.ts';
import { EntryError } from './entry-error.ts';
import { plainCopy } from './plain-copy.ts';
import { shapeFaults } from './shape-faults.ts';

/** What a plug-in exports, as a namespace that it cannot change any more. */
export function namespaceFrom(exported: unknown): Namespace {
  const data = plainCopy(exported);
  const faults = shapeFaults(data);
  if (faults.length > 0) throw new EntryError(...faults);
  // The schema describes just this type, and the copy has no surprises left.
  return data as Namespace;
}
