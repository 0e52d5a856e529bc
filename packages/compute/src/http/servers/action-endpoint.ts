import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { base } from '../endpoint.ts';
import { takenBody } from '../taken-body.ts';

export function actionRoute(name: string): string {
  return `POST ${base}/servers/{server_id}/action ${name}`;
}

/** The body of an action: one key, and what is under it. */
export function actionBody<Name extends string, Wire>(
  name: Name,
  schema: JsonSchema = {},
): (sent: unknown) => Readonly<Record<Name, Wire>> {
  return takenBody<Readonly<Record<Name, Wire>>>({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  });
}
