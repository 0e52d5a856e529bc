import type { Instant } from '@berth/engine/ids.ts';
import { filters } from '../scheduler/filters/filters.ts';
import type { DecisionStep, WeighedHost } from '../scheduler/decision.ts';
import { aggregateRuleNames } from '../scheduler/prefilters/demands.ts';
import { type MultiplierName, weighers } from '../scheduler/weighers/weighers.ts';
import { type DecisionLog, decisionReasons, type PastDecision } from './decision-log.ts';

/**
 * A log as one short text. Nobody looks at most logs, and a million of them are kept: as objects they take some 2 kB each, as a text about 300
 * bytes. It is JSON without names: what has one is known by its place, and names that come from a list are numbers in it. The text is in memory
 * only, so the lists may change from one program to the next.
 */
export type PackedLog = string;

export function packLog({ createdAt, decisions }: Omit<DecisionLog, 'id'>): PackedLog {
  return JSON.stringify([createdAt, decisions.map(packDecision)]);
}

export function unpackLog(text: PackedLog): Omit<DecisionLog, 'id'> {
  const [createdAt, decisions] = JSON.parse(text) as [Instant, PackedDecision[]]; // It was made by `packLog`.
  return { createdAt, decisions: decisions.map(unpackDecision) };
}

type Packed<Name extends string> = Name | number;

type PackedDecision = [
  at: Instant,
  reason: Packed<PastDecision['reason']>,
  found: number | null,
  isCut: 0 | 1,
  steps: PackedStep[],
  best: PackedHost[],
  ended: PastDecision['ended'] | 0,
  asked: PastDecision['asked'] | 0,
  explanation: PastDecision['explanation'] | 0,
];
/** Behind the name and the count, hosts and their reasons by turns. */
type PackedStep = [name: Packed<DecisionStep['name']>, left: number, ...refused: string[]];
/** Behind the weight, names and numbers by turns. */
type PackedHost = [host: string, node: string | 0, weight: number, ...parts: Packed<MultiplierName>[]];

function packDecision(decision: PastDecision): PackedDecision {
  const { at, reason, found, isCut, steps, best, ended, asked, explanation } = decision;
  return [
    at,
    reasons.number(reason),
    found,
    isCut ? 1 : 0,
    steps.map(packStep),
    best.map(packHost),
    ended ?? 0,
    asked ?? 0,
    explanation ?? 0,
  ];
}

function unpackDecision(packed: PackedDecision): PastDecision {
  const [at, reason, found, isCut, steps, best, ended, asked, explanation] = packed;
  return {
    at,
    reason: reasons.name(reason),
    found,
    isCut: isCut === 1,
    steps: steps.map(unpackStep),
    best: best.map(unpackHost),
    ended: ended === 0 ? null : ended,
    asked: asked === 0 ? null : asked,
    explanation: explanation === 0 ? null : explanation,
  };
}

function packStep({ name, left, refused }: DecisionStep): PackedStep {
  return [stepNames.number(name), left, ...refused.flatMap(({ host, reason }) => [host, reason])];
}

function unpackStep([name, left, ...refused]: PackedStep): DecisionStep {
  const examples = pairsOf(refused).map(([host, reason]) => ({ host, reason }));
  return { name: stepNames.name(name), left, refused: examples };
}

/** Most hosts have one node, of their own name. */
function packHost({ host, node, weight, parts }: WeighedHost): PackedHost {
  const flat = (Object.entries(parts) as [MultiplierName, number][]).flatMap(([name, part]) => [
    weigherNames.number(name),
    part,
  ]);
  return [host, node === host ? 0 : node, weight, ...flat];
}

function unpackHost([host, node, weight, ...flat]: PackedHost): WeighedHost {
  const parts = pairsOf(flat).map(([name, part]) => [weigherNames.name(name), part]);
  return { host, node: node === 0 ? host : node, weight, parts: Object.fromEntries(parts) };
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] as Item]] : []));
}

/** Names of a list as numbers. One that is not in it, such as a newer program may have kept, stays as it is. */
class NameList<Name extends string> {
  readonly #names: readonly Name[];
  readonly #numbers: ReadonlyMap<Name, number>;

  constructor(names: readonly Name[]) {
    this.#names = names;
    this.#numbers = new Map(names.map((name, index) => [name, index]));
  }

  number(name: Name): Packed<Name> {
    return this.#numbers.get(name) ?? name;
  }

  name(packed: Packed<Name>): Name {
    return typeof packed === 'number' ? (this.#names[packed] as Name) : packed; // It was made by `number`.
  }
}

/** Everything that a step of a decision can be called. */
export const allStepNames = [
  ...aggregateRuleNames,
  ...Object.keys(filters),
  'ignored',
  'requested',
  'forced',
  'claims',
] as readonly DecisionStep['name'][];
const stepNames = new NameList(allStepNames);
const weigherNames = new NameList(Object.keys(weighers) as MultiplierName[]);
const reasons = new NameList(decisionReasons);
