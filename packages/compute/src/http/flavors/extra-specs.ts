import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import { pythonRepr } from '@berth/api-kit/json/python-text.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { firstRefusal } from '@berth/extra-specs/validation/first-refusal.ts';
import { aboutNobody, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';
import { findFlavor } from './find-flavor.ts';

const path = `${base}/flavors/{flavor_id}/os-extra_specs`;

/** A number is taken for its text. */
type SentSpecs = Readonly<Record<string, string | number>>;

const specs: JsonSchema = {
  type: 'object',
  patternProperties: { '^[a-zA-Z0-9-_:. ]{1,255}$': { type: ['string', 'number'], maxLength: 255 } },
  additionalProperties: false,
};

export const listExtraSpecs = endpoint({
  route: `GET ${path}`,
  policy: 'os_compute_api:os-flavor-extra-specs:index',
  run: (context) => json(200, { extra_specs: findFlavor(context).extraSpecs }),
});

export const showExtraSpec = endpoint({
  route: `GET ${path}/{key}`,
  policy: 'os_compute_api:os-flavor-extra-specs:show',
  run: (context) => {
    const { id, extraSpecs } = findFlavor(context);
    const key = keyIn(context);
    if (!Object.hasOwn(extraSpecs, key)) throw notFound(`Flavor ${id} has no extra specs with key ${key}.`);
    return json(200, { [key]: extraSpecs[key] });
  },
});

/** What is sent is sent back, and not what the flavor then has. */
export const addExtraSpecs = endpoint({
  route: `POST ${path}`,
  input: takenBody<{ readonly extra_specs: SentSpecs }>({
    type: 'object',
    properties: { extra_specs: specs },
    required: ['extra_specs'],
    additionalProperties: false,
  }),
  policy: 'os_compute_api:os-flavor-extra-specs:create',
  target: aboutNobody,
  run: (context, _found, body) => {
    const extraSpecs = checkedSpecs(context, body.extra_specs);
    const { id } = findFlavor(context);
    return context.app.commit({ kind: 'add-extra-specs', id, extraSpecs }, () => json(200, body));
  },
});

export const setExtraSpec = endpoint({
  route: `PUT ${path}/{key}`,
  input: takenBody<SentSpecs>({ ...specs, minProperties: 1, maxProperties: 1 }),
  policy: 'os_compute_api:os-flavor-extra-specs:update',
  target: aboutNobody,
  run: (context, _found, body) => {
    const extraSpecs = checkedSpecs(context, body);
    if (!Object.hasOwn(body, keyIn(context))) throw badRequest('Request body and URI mismatch');
    const { id } = findFlavor(context);
    return context.app.commit({ kind: 'add-extra-specs', id, extraSpecs }, () => json(200, body));
  },
});

export const removeExtraSpec = endpoint({
  route: `DELETE ${path}/{key}`,
  policy: 'os_compute_api:os-flavor-extra-specs:delete',
  target: aboutNobody,
  run: (context) => {
    const { id } = findFlavor(context);
    return context.app.commit({ kind: 'remove-extra-spec', id, key: keyIn(context) }, () => ({
      status: 200,
    }));
  },
});

/** From 2.86 on, those that are known have to be right; what is not known is let through where no namespace forbids it. */
function checkedSpecs(context: ComputeContext, sent: SentSpecs): Readonly<Record<string, string>> {
  const texts = Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [key, typeof value === 'number' ? pythonRepr(value) : value]),
  );
  if (features.at(context.version).checksExtraSpecs) {
    const refusal = firstRefusal(context.app.extraSpecs, texts);
    if (refusal !== null) throw badRequest(refusal);
  }
  return texts;
}

const features = versions.features({ checksExtraSpecs: '2.86' });

function keyIn({ params }: ComputeContext): string {
  return params['key'] as string; // All paths about one have it under this name.
}
