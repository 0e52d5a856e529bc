import { createRequire } from 'node:module';
import type { Ajv } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/**
 * Ajv is 86 files, which every start would load, and only files of operators and packages are checked with it: so it is loaded when the first
 * of these is read.
 */
export function loadAjv(): typeof Ajv {
  return (require('ajv') as typeof import('ajv')).Ajv;
}

/** The same for schemas of the draft of 2020. */
export function loadAjv2020(): typeof Ajv2020 {
  return (require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020;
}
