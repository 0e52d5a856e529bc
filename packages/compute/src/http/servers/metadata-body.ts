import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { takenBody } from '../taken-body.ts';

export type Metadata = Readonly<Record<string, string>>;

/** A body with metadata, or one item of it, under a name, and nothing else. */
export function metadataBody<Name extends string>(name: Name, schema: JsonSchema) {
  return takenBody<Readonly<Record<Name, Metadata>>>({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  });
}
