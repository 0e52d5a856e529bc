import type { Change } from '../changes.ts';
import type { ClassName, Instant } from '../ids.ts';
import { refuse } from '../refusals.ts';
import { firstCustomOrder, isStandardClass } from '../resource-class.ts';
import type { World } from '../world.ts';
import { classOf } from './look-up.ts';

export interface AddClass {
  readonly kind: 'add-class';
  readonly name: ClassName;
  /** Whether it is fine that the class is there already. */
  readonly mayExist: boolean;
  readonly now: Instant;
}

export interface RemoveClass {
  readonly kind: 'remove-class';
  readonly name: ClassName;
}

export interface RenameClass {
  readonly kind: 'rename-class';
  readonly name: ClassName;
  readonly newName: ClassName;
  readonly now: Instant;
}

export function addClass(world: World, { name, mayExist, now }: AddClass): Change[] {
  if (world.classes.has(name)) return mayExist ? [] : refuse({ kind: 'class-exists', name });
  const resourceClass = { name, order: nextOrder(world), createdAt: now, updatedAt: null };
  return [{ kind: 'class-added', resourceClass }];
}

export function removeClass(world: World, { name }: RemoveClass): Change[] {
  if (isStandardClass(classOf(world, name))) refuse({ kind: 'class-is-standard', name });
  if (world.stocks.has(name)) refuse({ kind: 'class-in-use', name });
  return [{ kind: 'class-removed', name }];
}

export function renameClass(world: World, { name, newName, now }: RenameClass): Change[] {
  if (isStandardClass(classOf(world, name))) refuse({ kind: 'class-is-standard', name });
  if (newName !== name && world.classes.has(newName)) refuse({ kind: 'class-exists', name: newName });
  return [{ kind: 'class-renamed', from: name, to: newName, at: now }];
}

function nextOrder(world: World): number {
  let next = firstCustomOrder;
  for (const { order } of world.classes.values()) if (order >= next) next = order + 1;
  return next;
}
