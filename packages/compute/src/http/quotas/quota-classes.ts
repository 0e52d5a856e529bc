import { badRequest } from '@berth/api-kit/http-error.ts';
import { codePointLength } from '@berth/api-kit/json/code-points.ts';
import type { Compute } from '@berth/compute-engine/compute-state.ts';
import { limitsOfClass } from '@berth/compute-engine/quotas/limits-in-force.ts';
import { aboutNobody, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { limitsIn, type UpdateClassBody, updateClassBody } from './bodies.ts';
import { shownClassQuotas } from './quota-view.ts';

const path = `${base}/os-quota-class-sets/{class_name}`;

export const showQuotaClass = endpoint({
  route: `GET ${path}`,
  policy: 'os_compute_api:os-quota-class-sets:show',
  target: aboutNobody,
  run: (context) => {
    const name = nameIn(context);
    return json(200, {
      quota_class_set: { id: name, ...quotasOf(context, context.app.cloud.compute, name) },
    });
  },
});

export const updateQuotaClass = endpoint({
  route: `PUT ${path}`,
  input: (sent, { version }) => updateClassBody.at(version)?.(sent) as UpdateClassBody,
  policy: 'os_compute_api:os-quota-class-sets:update',
  target: aboutNobody,
  run: (context, _found, { quota_class_set: sent }) => {
    const name = nameIn(context);
    const length = codePointLength(name);
    if (length > longestName) {
      throw badRequest(`quota_class_name has ${length} characters, more than ${longestName}.`);
    }
    return context.app.commit({ kind: 'set-class-quota', name, limits: limitsIn(sent) }, ({ compute }) =>
      json(200, { quota_class_set: quotasOf(context, compute, name) }),
    );
  },
});

const longestName = 255;

function quotasOf(context: ComputeContext, compute: Compute, name: string): Record<string, unknown> {
  const limits = limitsOfClass(compute, name, context.app.settings.limits);
  return shownClassQuotas(context, (thing) => limits[thing]);
}

function nameIn({ params }: ComputeContext): string {
  return params['class_name'] as string; // Both paths have it under this name.
}
