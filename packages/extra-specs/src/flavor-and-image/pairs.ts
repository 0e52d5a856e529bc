import type { ImageRule } from './image-rule.ts';
import { pythonLiteral } from '../python/python-text.ts';

/** An extra spec and an image property that say the same thing. Where both are set, they must agree. */
interface PairBase {
  readonly extraSpec: string;
  readonly property: string;
  /** What a disagreement is. */
  readonly rule: ImageRule;
}

export interface BooleanPair extends PairBase {
  /** How a disagreement calls the property, where it is worded in the older way: with the flavor's value as it was typed. */
  readonly olderWording?: string;
}

export interface WordPair extends PairBase {
  /** What the flavor may say, where the original looks. The image's words are looked at when it is read. */
  readonly words?: readonly string[];
  readonly invalid?: { readonly rule: ImageRule; readonly text: (word: string, words: string) => string };
}

const conflict = 'flavor-image-conflict';

export const pmuPair: BooleanPair = { extraSpec: 'hw:pmu', property: 'hw_pmu', rule: conflict };

export const vifMultiqueuePair: BooleanPair = {
  extraSpec: 'hw:vif_multiqueue_enabled',
  property: 'hw_vif_multiqueue_enabled',
  rule: conflict,
};

export const packedRingPair: BooleanPair = {
  extraSpec: 'hw:virtio_packed_ring',
  property: 'hw_virtio_packed_ring',
  rule: conflict,
};

export const memoryEncryptionPair: BooleanPair = {
  extraSpec: 'hw:mem_encryption',
  property: 'hw_mem_encryption',
  rule: conflict,
  olderWording: 'hw_mem_encryption property',
};

export const ephemeralEncryptionPair: BooleanPair = {
  extraSpec: 'hw:ephemeral_encryption',
  property: 'hw_ephemeral_encryption',
  rule: conflict,
  olderWording: 'hw_eph_encryption property',
};

export const memoryEncryptionModelPair: WordPair = {
  extraSpec: 'hw:mem_encryption_model',
  property: 'hw_mem_encryption_model',
  rule: conflict,
  words: ['amd-sev', 'amd-sev-es', 'amd-sev-snp'],
  invalid: {
    rule: 'invalid-memory-encryption-model',
    text: (word, words) =>
      `Invalid memory encryption model ${pythonLiteral(word)}. Allowed values: ${words}.`,
  },
};

export const ephemeralEncryptionFormatPair: WordPair = {
  extraSpec: 'hw:ephemeral_encryption_format',
  property: 'hw_ephemeral_encryption_format',
  rule: conflict,
  words: ['plain', 'luks', 'luksv2'],
  invalid: {
    rule: 'invalid-ephemeral-encryption-format',
    text: (word, words) => `Invalid ephemeral encryption format ${word}. Allowed values: ${words}`,
  },
};

export const soundModelPair: WordPair = {
  extraSpec: 'hw:sound_model',
  property: 'hw_sound_model',
  rule: conflict,
};

// From here on, it is too late for a refusal when the original notices.

export const tpmVersionPair: WordPair = {
  extraSpec: 'hw:tpm_version',
  property: 'hw_tpm_version',
  rule: 'tpm-version-conflict',
  words: ['1.2', '2.0'],
  invalid: {
    rule: 'invalid-tpm-version',
    text: (word, words) => `Invalid TPM version ${pythonLiteral(word)}. Allowed values: ${words}.`,
  },
};

export const tpmModelPair: WordPair = {
  extraSpec: 'hw:tpm_model',
  property: 'hw_tpm_model',
  rule: 'tpm-model-conflict',
  words: ['tpm-tis', 'tpm-crb'],
  invalid: {
    rule: 'invalid-tpm-model',
    text: (word, words) => `Invalid TPM model ${pythonLiteral(word)}. Allowed values: ${words}.`,
  },
};

export const secureBootPair: WordPair = {
  extraSpec: 'os:secure_boot',
  property: 'os_secure_boot',
  rule: 'secure-boot-conflict',
  words: ['required', 'disabled', 'optional'],
  invalid: {
    rule: 'invalid-secure-boot-policy',
    text: (word, words) => `Invalid secure boot policy ${pythonLiteral(word)}. Allowed values: ${words}.`,
  },
};

export const maxphysaddrModePair: WordPair = {
  extraSpec: 'hw:maxphysaddr_mode',
  property: 'hw_maxphysaddr_mode',
  rule: 'maxphysaddr-mode-conflict',
};

export const usbModelPair: WordPair = {
  extraSpec: 'hw:usb_model',
  property: 'hw_usb_model',
  rule: 'usb-model-conflict',
};
