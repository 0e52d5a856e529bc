import { badRequest } from '@berth/api-kit/http-error.ts';

/** How much of something a machine needs at least. */
export function amount(name: 'min_ram' | 'min_disk', value: number): number {
  if (value < 0)
    throw badRequest(`Invalid value '${value}' for parameter '${name}': Cannot be a negative value`);
  if (value > amountMax) throw badRequest(`'${name}' value out of range, must not exceed ${amountMax}.`);
  return value;
}

const amountMax = 2_147_483_647;
