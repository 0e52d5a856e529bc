import { badRequest } from '@berth/api-kit/http-error.ts';
import { pythonInteger } from '@berth/api-kit/python-integer.ts';
import type { ClassName } from '@berth/engine/ids.ts';

/** 'VCPU:2,MEMORY_MB:1024' → amounts by class. */
export function parseResources(value: string): Map<ClassName, number> {
  if (value.trim() === '') throw malformed('empty string');
  const resources = new Map<ClassName, number>();
  for (const part of value.split(',')) {
    const [name, amountText, ...more] = part.split(':');
    if (name === undefined || amountText === undefined || more.length > 0) throw malformed(part);
    const amount = pythonInteger(amountText);
    if (amount === null) {
      throw badRequest(`Requested resource ${name} expected positive integer amount. Got: ${amountText}.`);
    }
    if (amount < 1) throw badRequest(`Requested resource ${name} requires amount >= 1. Got: ${amount}.`);
    resources.set(name as ClassName, amount);
  }
  return resources;
}

function malformed(got: string) {
  return badRequest(
    'Badly formed resources parameter. Expected resources query string parameter in form: ' +
      `?resources=VCPU:2,MEMORY_MB:1024. Got: ${got}.`,
  );
}
