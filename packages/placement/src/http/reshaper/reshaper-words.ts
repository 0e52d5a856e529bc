import { badRequest, conflict } from '@berth/api-kit/http-error.ts';
import { codes, type RefusalWords } from '../errors.ts';

/** How a reshape is refused, where that is said in other words than elsewhere. */
export const reshaperWords: RefusalWords = {
  'provider-generation-conflict': ({ id, expected, actual }) =>
    conflict(
      `resource provider generation conflict for provider ${id}: actual: ${actual}, given: ${expected}`,
      codes.concurrentUpdate,
    ),
  'class-not-found': (_, sentence) => badRequest(`malformed reshaper data: ${sentence}`),
  'inventory-in-use': (_, sentence) => conflict(`update conflict: ${sentence}`, codes.inventoryInUse),
};
