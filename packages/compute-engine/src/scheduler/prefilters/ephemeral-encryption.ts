import { agreedBoolean, agreedWord } from '@berth/extra-specs/flavor-and-image/agreement.ts';
import {
  ephemeralEncryptionFormatPair,
  ephemeralEncryptionPair,
} from '@berth/extra-specs/flavor-and-image/pairs.ts';
import { refuse } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { Prefilter } from './prefilter.ts';

export const ephemeralEncryption: Prefilter = ({ wishes }, demands) => {
  if (agreedBoolean(wishes, ephemeralEncryptionPair, refuse) !== true) return null;
  const trait = 'COMPUTE_EPHEMERAL_ENCRYPTION';
  demands.requireOfRoot(trait);
  const format = agreedWord(wishes, ephemeralEncryptionFormatPair, refuse);
  if (typeof format === 'string' && format !== '') demands.requireOfRoot(`${trait}_${format.toUpperCase()}`);
  return null;
};
