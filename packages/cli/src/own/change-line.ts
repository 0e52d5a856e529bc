import { textAt, type Thing, thingAt } from '../asking/service.ts';
import { pythonText } from '../output/python-text.ts';
import type { Value } from '../output/value.ts';

/** A change in a line for people: when, its number, and what holds from then on. */
export function changeLine(change: Thing, providerNames: ReadonlyMap<string, string>): string {
  const at = textAt(change, 'at').replace('T', ' ').replace('Z', '');
  return `${at} #${textAt(change, 'number')} ${sentence(change, providerNames)}`;
}

function sentence(change: Thing, names: ReadonlyMap<string, string>): string {
  const id = textAt(change, 'provider_uuid');
  const provider = names.get(id) ?? id;
  switch (textAt(change, 'kind')) {
    case 'provider_set': {
      const parent = textAt(change, 'parent_provider_uuid');
      return `provider ${provider} (${id})${parent === '' ? '' : ` below ${names.get(parent) ?? parent}`}`;
    }
    case 'provider_touched':
      return `provider ${provider} has generation ${textAt(change, 'generation')}`;
    case 'provider_removed':
      return `provider ${provider} (${id}) is gone`;
    case 'inventories_set':
      return `provider ${provider} has ${amounts(thingAt(change, 'inventories'), (each) => textAt(each as Thing, 'total'))}`;
    case 'traits_set':
      return `provider ${provider} has traits ${words(change['traits'])}`;
    case 'aggregates_set':
      return `provider ${provider} is in aggregates ${words(change['aggregates'])}`;
    case 'allocations_set':
      return `consumer ${textAt(change, 'consumer_uuid')} holds ${held(thingAt(change, 'allocations'), names)}`;
    case 'allocations_removed':
      return `consumer ${textAt(change, 'consumer_uuid')} holds nothing`;
    case 'numbers_given':
      return `${textAt(change, 'series')} are numbered up to ${textAt(change, 'last')}`;
    default:
      return others(change);
  }
}

function amounts(resources: Thing, amount: (value: Value) => string): string {
  const shown = Object.entries(resources).map(([name, value]) => `${name}=${amount(value)}`);
  return shown.length === 0 ? 'nothing' : shown.join(', ');
}

function held(allocations: Thing, names: ReadonlyMap<string, string>): string {
  return Object.entries(allocations)
    .map(
      ([id, each]) => `${amounts(thingAt(each as Thing, 'resources'), pythonText)} of ${names.get(id) ?? id}`,
    )
    .join('; ');
}

function words(value: Value | undefined): string {
  return Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : 'none';
}

/** 'flavor_removed' is 'flavor ID is gone'; of kinds that nobody knows here the fields are told. */
function others({ number: _number, at: _at, kind: told = '', ...fields }: Thing): string {
  const kind = pythonText(told);
  const match = /^(.+)_(set|removed|added)$/.exec(kind);
  const [, noun = '', verb = ''] = match ?? [];
  const id = fields['id'] ?? fields['trait'] ?? fields['resource_class'];
  if (match === null || id === undefined) {
    return `${kind} ${Object.entries(fields)
      .map(([name, value]) => `${name}=${pythonText(value)}`)
      .join(' ')}`;
  }
  return `${noun.replaceAll('_', ' ')} ${pythonText(id)}${verb === 'removed' ? ' is gone' : ''}`;
}
