import type { ComparedNoun } from './noun.ts';
import { extraSpecs } from './nouns/extra-specs.ts';
import { flavorAccess } from './nouns/flavor-access.ts';
import { flavors } from './nouns/flavors.ts';
import { versionDocuments } from './nouns/version-documents.ts';

/** All that is compared. */
export const comparedNouns: readonly ComparedNoun[] = [versionDocuments, flavors, flavorAccess, extraSpecs];
