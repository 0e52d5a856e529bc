import { inventoriesOnWire, wireNames } from '@berth/client/placement/inventories.ts';
import type { Inventories, Inventory } from '@berth/client/placement/records.ts';
import { onOneLine, quote } from '@berth/client/quote.ts';
import { type FlavorSizes, sizeNames } from '../cloud-file.ts';
import { changedFields } from '../planning/inventories-after.ts';
import { listChange, type NewFlavor, type Step } from '../step.ts';

/** '+' makes something, '~' changes it, '-' deletes it. */
export type Sign = '+' | '~' | '-';

export interface Words {
  readonly sign: Sign;
  readonly text: string;
}

/** A step for people: a line, and what it does in particular. */
export interface StepWords extends Words {
  readonly details: readonly Words[];
}

export function stepWords(step: Step): StepWords {
  switch (step.kind) {
    case 'create-class':
      return line('+', `resource class ${step.name}`);
    case 'create-trait':
      return line('+', `trait ${step.name}`);
    case 'create-provider': {
      const id = step.uuid === null ? '' : ` (${step.uuid})`;
      return line('+', `provider ${shown(step.name)}${id}${below(step.parent)}`);
    }
    case 'update-provider':
      return line('~', `provider ${shown(step.name)}`, providerChanges(step));
    case 'set-inventories':
      return line('~', `inventories of ${shown(step.provider)}`, inventoryChanges(step.before, step.after));
    case 'set-traits':
      return line('~', `traits of ${shown(step.provider)}`, listWords(step));
    case 'set-aggregates':
      return line('~', `aggregates of ${shown(step.provider)}`, listWords(step));
    case 'create-flavor':
      return line('+', `flavor ${flavorText(step.flavor)}`);
    case 'describe-flavor':
      return line('~', `description of flavor ${shown(step.flavor)}`, [
        { sign: '~', text: `${quoted(step.before)} -> ${quoted(step.after)}` },
      ]);
    case 'set-extra-specs':
      return line('~', `extra specs of flavor ${shown(step.flavor)}`, pairWords(step.before, step.after));
    case 'set-flavor-access':
      return line('~', `projects of flavor ${shown(step.flavor)}`, listWords(step));
    case 'delete-flavor':
      return line(
        '-',
        `flavor ${shown(step.name)} (${shown(step.id)})${step.isReplaced ? ', to be made anew' : ''}`,
      );
    case 'delete-provider':
      return line('-', `provider ${shown(step.name)} (${step.uuid})`);
    default:
      return step satisfies never;
  }
}

function line(sign: Sign, text: string, details: readonly Words[] = []): StepWords {
  return { sign, text, details };
}

/** Names of others give no orders to a terminal. */
function shown(text: string): string {
  return onOneLine(text, 255);
}

function quoted(text: string | null): string {
  return text === null ? 'none' : quote(text);
}

function below(parent: string | null): string {
  return parent === null ? '' : ` below ${shown(parent)}`;
}

function providerChanges({
  name,
  parent,
  before,
}: Step & { readonly kind: 'update-provider' }): readonly Words[] {
  const place = (each: string | null) => (each === null ? 'none' : shown(each));
  return [
    ...(name === before.name ? [] : [changed('name', shown(before.name), shown(name))]),
    ...(parent === before.parent ? [] : [changed('parent', place(before.parent), place(parent))]),
  ];
}

function changed(what: string, before: string, after: string): Words {
  return { sign: '~', text: `${what}: ${before} -> ${after}` };
}

function inventoryChanges(before: Inventories, after: Inventories): readonly Words[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): readonly Words[] => {
    const [was, is] = [before[name], after[name]];
    if (is === undefined) return [{ sign: '-', text: name }];
    if (was === undefined) return [{ sign: '+', text: `${name}: ${fieldsText(is)}` }];
    const fields = changedFields(was, is);
    const texts = fields.map((field) => `${wireNames[field]} ${was[field]} -> ${is[field]}`);
    return texts.length === 0 ? [] : [{ sign: '~', text: `${name}: ${texts.join(', ')}` }];
  });
}

function fieldsText(inventory: Inventory): string {
  const [fields = {}] = Object.values(inventoriesOnWire({ inventory }));
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

function listWords(step: {
  readonly before: readonly string[];
  readonly after: readonly string[];
}): readonly Words[] {
  const { added, removed } = listChange(step);
  return [
    ...added.map((each): Words => ({ sign: '+', text: shown(each) })),
    ...removed.map((each): Words => ({ sign: '-', text: shown(each) })),
  ];
}

function pairWords(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly Words[] {
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return keys.flatMap((key): readonly Words[] => {
    const [was, is] = [before[key], after[key]];
    if (is === undefined) return [{ sign: '-', text: shown(key) }];
    if (was === undefined) return [{ sign: '+', text: `${shown(key)}=${shown(is)}` }];
    return was === is ? [] : [changed(shown(key), quote(was), quote(is))];
  });
}

function flavorText({ name, id, sizes, description }: NewFlavor): string {
  const fields = Object.entries(sizes).map(
    ([field, value]) => `${sizeNames[field as keyof FlavorSizes]}=${value}`,
  );
  if (description !== null) fields.push(`description=${quote(description)}`);
  return `${shown(name)}${id === null ? '' : ` (${shown(id)})`}: ${fields.join(', ')}`;
}
