import { documentsChecks } from '@berth/ledger/documents/documents-checks.ts';
import type { Nouns } from '../domain/nouns.ts';
import { thingProblems } from '../records/thing-rules.ts';
import { identityPart } from './projection.ts';

/** What is looked at when a ledger is checked, besides its records and the state that is made of it. */
export const identityChecks = documentsChecks<Nouns>(identityPart, thingProblems);
