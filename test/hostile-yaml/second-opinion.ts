import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import schema from '@berth/extra-specs/operator/schema.json' with { type: 'json' };

export type Opinion =
  /** No UTF-8, no YAML, or of another shape. */
  | 'wrong'
  /** Whether its definitions make sense, or the YAML is of the plain kind, is another matter. */
  | 'right shape'
  /** It is too large for a reader without limits. */
  | 'none';

const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);

/**
 * What another reader thinks of a file, who has the published schema and the YAML library's own way to data, and nothing else in
 * common with ours.
 */
export function secondOpinion(bytes: Uint8Array): Opinion {
  if (bytes.length > 20_000) return 'none';
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'wrong';
  }
  if (/[[{?-][^\n]{0,9}([[{?-][^\n]{0,9}){19}/.test(text) || /^ {20}/m.test(text)) return 'none';
  const documents = parseAllDocuments(text, { logLevel: 'silent' });
  if (!Array.isArray(documents) || documents.length !== 1) return 'wrong';
  const [document] = documents;
  if (document === undefined || document.errors.length > 0) return 'wrong';
  try {
    return validate(trimmed(document.toJS({ maxAliasCount: 10 }))) ? 'right shape' : 'wrong';
  } catch {
    // An alias that leads nowhere, or to too much.
    return 'wrong';
  }
}

/** As ours has it, the line break at the end of a block scalar is not part of it. */
function trimmed(data: unknown): unknown {
  if (typeof data === 'string') return data.replace(/\n+$/, '');
  if (Array.isArray(data)) return data.map(trimmed);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, trimmed(value)]));
}
