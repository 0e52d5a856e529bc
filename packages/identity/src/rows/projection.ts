import { type DocumentPart, documentsProjection } from '@berth/ledger/documents/documents-projection.ts';
import { migrations } from './migrations.ts';
import { type Noun, type Nouns, nouns } from '../domain/nouns.ts';

/** How identity is kept. Other parts have tables of the same words, so these begin with its name. */
export const identityPart: DocumentPart<Nouns> = {
  name: 'identity',
  nouns,
  tableOf: (noun: Noun) => `identity_${noun.replaceAll('-', '_')}s`,
  schemaVersion: 3,
  migrations,
};

export const identityProjection = documentsProjection<Nouns>(identityPart);
