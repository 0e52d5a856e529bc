import type { Attack } from './attack.ts';
import { bodiesWithoutToken } from './attacks/bodies-without-token.ts';
import { encryptedStrangers } from './attacks/encrypted-strangers.ts';
import { explanations } from './attacks/explanations.ts';
import { feedPages } from './attacks/feed-pages.ts';
import { feedReaders } from './attacks/feed-readers.ts';
import { largeWrites } from './attacks/large-writes.ts';
import { mixedStrangers } from './attacks/mixed-strangers.ts';
import { partialHeaders } from './attacks/partial-headers.ts';
import { pipelinedHeaders } from './attacks/pipelined-headers.ts';
import { smallPipelines } from './attacks/small-pipelines.ts';
import { unlimitedCandidates } from './attacks/unlimited-candidates.ts';
import { unreadAnswers } from './attacks/unread-answers.ts';
import { unreadLog } from './attacks/unread-log.ts';

/** All of them, in the order of the table. */
export const attacks: readonly Attack[] = [
  pipelinedHeaders,
  bodiesWithoutToken,
  smallPipelines,
  partialHeaders,
  unreadAnswers,
  largeWrites,
  mixedStrangers,
  encryptedStrangers,
  feedReaders,
  feedPages,
  unlimitedCandidates,
  explanations,
  unreadLog,
];
