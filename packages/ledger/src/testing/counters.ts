import assert from 'node:assert/strict';
import type { Domain } from '../domain.ts';
import { unreachable } from '../unreachable.ts';

/** A small domain to test journals and the committer with: named counters that have a limit and wear labels. */
export type Counters = Map<string, Counter>;

export interface Counter {
  readonly name: string;
  readonly value: number;
  /** Null: may count as far as it likes. */
  readonly limit: number | null;
  readonly ratio: number;
  readonly note: string | null;
  readonly labels: readonly Label[];
}

export interface Label {
  readonly label: string;
  readonly weight: number;
}

export type CounterChange =
  | { readonly kind: 'counter-set'; readonly counter: Counter }
  | { readonly kind: 'counter-counted'; readonly name: string; readonly value: number }
  | { readonly kind: 'counter-removed'; readonly name: string }
  /** On every counter that wears it. */
  | { readonly kind: 'label-renamed'; readonly from: string; readonly to: string };

export type CounterCommand =
  | { readonly do: 'create'; readonly name: string; readonly limit: number | null }
  | { readonly do: 'add'; readonly name: string; readonly amount: number }
  | { readonly do: 'move'; readonly from: string; readonly to: string; readonly amount: number }
  | { readonly do: 'label'; readonly name: string; readonly labels: readonly Label[] }
  | { readonly do: 'rename-label'; readonly from: string; readonly to: string }
  | { readonly do: 'remove'; readonly name: string }
  /** Asks for no change. */
  | { readonly do: 'look'; readonly name: string };

/** A command that was refused, and why. */
export class CounterRefusal extends Error {}

export const counters: Domain<Counters, CounterCommand, CounterChange> = {
  decide(world, command) {
    switch (command.do) {
      case 'create':
        return [{ kind: 'counter-set', counter: created(world, command.name, command.limit) }];
      case 'add':
        return [counted(counterNamed(world, command.name), command.amount)];
      case 'move': {
        const from = counterNamed(world, command.from);
        const to = counterNamed(world, command.to);
        if (from === to) throw new CounterRefusal(`${from.name} cannot give to itself`);
        return [counted(from, -command.amount), counted(to, command.amount)];
      }
      case 'label':
        return [
          { kind: 'counter-set', counter: { ...counterNamed(world, command.name), labels: command.labels } },
        ];
      case 'rename-label':
        if (isWorn(world, command.to)) throw new CounterRefusal(`there is a label ${command.to} already`);
        return isWorn(world, command.from)
          ? [{ kind: 'label-renamed', from: command.from, to: command.to }]
          : [];
      case 'remove':
        return [{ kind: 'counter-removed', name: counterNamed(world, command.name).name }];
      case 'look':
        counterNamed(world, command.name);
        return [];
      default:
        return unreachable(command);
    }
  },

  apply(world, change) {
    switch (change.kind) {
      case 'counter-set': {
        const before = world.get(change.counter.name);
        world.set(change.counter.name, change.counter);
        return before === undefined
          ? { kind: 'counter-removed', name: change.counter.name }
          : { kind: 'counter-set', counter: before };
      }
      case 'counter-counted': {
        const before = existing(world, change.name);
        world.set(change.name, { ...before, value: change.value });
        return { kind: 'counter-counted', name: change.name, value: before.value };
      }
      case 'counter-removed': {
        const before = existing(world, change.name);
        world.delete(change.name);
        return { kind: 'counter-set', counter: before };
      }
      case 'label-renamed':
        for (const counter of world.values()) world.set(counter.name, withLabelRenamed(counter, change));
        return { kind: 'label-renamed', from: change.to, to: change.from };
      default:
        return unreachable(change);
    }
  },
};

/** The world that these changes make from nothing. */
export function worldOf(changes: Iterable<CounterChange>): Counters {
  const world: Counters = new Map();
  for (const change of changes) counters.apply(world, change);
  return world;
}

/** Whether a change made at random is one that could have been decided on. */
export function isApplicable(world: Counters, change: CounterChange): boolean {
  switch (change.kind) {
    case 'counter-set':
      return true;
    case 'counter-counted':
    case 'counter-removed':
      return world.has(change.name);
    case 'label-renamed':
      return change.from === change.to || !isWorn(world, change.to);
    default:
      return unreachable(change);
  }
}

export function counter(name: string, facts: Partial<Counter> = {}): Counter {
  return { name, value: 0, limit: null, ratio: 1, note: null, labels: [], ...facts };
}

export function setCounter(name: string, facts: Partial<Counter> = {}): CounterChange {
  return { kind: 'counter-set', counter: counter(name, facts) };
}

function created(world: Counters, name: string, limit: number | null): Counter {
  if (world.has(name)) throw new CounterRefusal(`there is a ${name} already`);
  return counter(name, { limit });
}

function counted(counter: Counter, amount: number): CounterChange {
  const value = counter.value + amount;
  if (value < 0) throw new CounterRefusal(`${counter.name} has only ${counter.value}`);
  if (counter.limit !== null && value > counter.limit) {
    throw new CounterRefusal(`${counter.name} counts to ${counter.limit} at most`);
  }
  return { kind: 'counter-counted', name: counter.name, value };
}

function counterNamed(world: Counters, name: string): Counter {
  const found = world.get(name);
  if (found === undefined) throw new CounterRefusal(`there is no ${name}`);
  return found;
}

function existing(world: Counters, name: string): Counter {
  const found = world.get(name);
  assert(found !== undefined, `a change is about the counter ${name}, which is not there`);
  return found;
}

function isWorn(world: Counters, label: string): boolean {
  return [...world.values()].some((counter) => wears(counter, label));
}

function wears(counter: Counter, label: string): boolean {
  return counter.labels.some((worn) => worn.label === label);
}

function withLabelRenamed(counter: Counter, { from, to }: { from: string; to: string }): Counter {
  if (!wears(counter, from) || from === to) return counter;
  assert(!wears(counter, to), `${counter.name} would wear ${to} twice`);
  return {
    ...counter,
    labels: counter.labels.map((worn) => (worn.label === from ? { ...worn, label: to } : worn)),
  };
}
