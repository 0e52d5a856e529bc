import type { Adjustable } from './adjustable.ts';
import { arrange, type Arrangement, type Choice } from './arrange.ts';
import { type Conflict, conflictIn, isConflict } from './conflict.ts';
import type { Bound, Change } from './explanation.ts';
import type { Knobs, Setting, Turn } from './knobs.ts';
import type { Lack } from './shapes.ts';
import type { Steps } from './steps.ts';
import type { TreeLook } from './tree-look.ts';

/** A change that works, before its candidates are counted. */
export interface Found {
  readonly changes: readonly Change[];
  readonly size: number;
}

export interface Findings {
  readonly found: readonly Found[];
  readonly reached: readonly Bound[];
}

export interface RelaxationBounds {
  readonly isOverdue: () => boolean;
  /** How many settings are tried at most. */
  readonly triesMax: number;
  /** How many choices are tried for one question about a tree. */
  readonly effort: number;
  readonly relaxationsMax: number;
}

/**
 * The smallest settings of the knobs with which some tree has a candidate, smallest first: all of the smallest size, and
 * those one larger.
 *
 * Settings are tried by size, beginning with the request as it is. Where a setting does not work for a kind of tree,
 * something must be turned further: what the first part without a server needs, in any of the ways to get one; or, where
 * every part has servers that do not go together, something about those parts. Whatever works for a tree is reached that
 * way, over settings that are parts of it; so those that work are found in order, and when one is found all its parts
 * have been tried.
 *
 * With hosts that have 6 VCPU left or no SSD, and VCPU:8 asked for with SSD: from nothing turned, the first kind leads to
 * {VCPU lower} and the second to {SSD dropped}, and both work.
 */
export function findRelaxations(
  adjustable: Adjustable,
  knobs: Knobs,
  lacks: readonly Lack[],
  bounds: RelaxationBounds,
): Steps<Findings> {
  return new RelaxationSearch(adjustable, knobs, lacks, bounds).run();
}

class RelaxationSearch {
  readonly #adjustable: Adjustable;
  readonly #knobs: Knobs;
  readonly #lacks: readonly Lack[];
  readonly #bounds: RelaxationBounds;
  readonly #found: { readonly setting: Setting; readonly changes: Change[]; readonly loss: number }[] = [];
  /** By size and rank: what is to be tried. */
  readonly #waiting: Attempt[][][] = [];
  readonly #seen = new Set<string>();
  readonly #reached = new Set<Bound>();

  constructor(adjustable: Adjustable, knobs: Knobs, lacks: readonly Lack[], bounds: RelaxationBounds) {
    this.#adjustable = adjustable;
    this.#knobs = knobs;
    this.#lacks = lacks;
    this.#bounds = bounds;
  }

  *run(): Steps<Findings> {
    for (const lack of this.#lacks.keys()) this.#enqueue({ lack, setting: this.#knobs.asAsked() });
    let tries = 0;
    for (let attempt = this.#next(); attempt; attempt = this.#next()) {
      if (++tries > this.#bounds.triesMax) this.#reached.add('work');
      yield;
      if (this.#isStopped()) break;
      if (!this.#isPartFound(attempt.setting)) yield* this.#tryOut(attempt);
    }
    return { found: this.#inOrder(), reached: [...this.#reached] };
  }

  /** A tree may take milliseconds, so this is asked before each. */
  #isStopped(): boolean {
    if (this.#bounds.isOverdue()) this.#reached.add('time');
    return this.#reached.size > 0;
  }

  #inOrder(): Found[] {
    const found = this.#found.map(({ setting, changes, loss }) => ({
      changes,
      loss,
      size: this.#knobs.sizeOf(setting),
      order: setting.join(''),
    }));
    // What is equal in all else is in the order of the request: an earlier knob that is turned makes the greater text.
    found.sort((a, b) => a.size - b.size || a.loss - b.loss || (a.order < b.order ? 1 : -1));
    const { relaxationsMax } = this.#bounds;
    if (found.length > relaxationsMax) this.#reached.add('relaxations');
    return found.slice(0, relaxationsMax).map(({ changes, size }) => ({ changes, size }));
  }

  #enqueue(attempt: Attempt): void {
    const key = `${attempt.lack} ${attempt.setting.join('')}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const size = this.#knobs.sizeOf(attempt.setting);
    const rank = this.#knobs.rankOf(attempt.setting);
    ((this.#waiting[size] ??= [])[rank] ??= []).push(attempt);
  }

  /** The smallest that waits, of those that are not too large to be told. */
  #next(): Attempt | null {
    const smallest = this.#found[0] ? this.#knobs.sizeOf(this.#found[0].setting) : Infinity;
    for (let size = 0; size < this.#waiting.length && size <= smallest + 1; size++) {
      const isEnough = size > smallest && this.#found.length >= this.#bounds.relaxationsMax;
      if (isEnough) break;
      const attempt = this.#waiting[size]?.find((attempts) => attempts && attempts.length > 0)?.pop();
      if (attempt) return attempt;
    }
    return null;
  }

  #isPartFound(setting: Setting): boolean {
    return this.#found.some((found) => this.#knobs.isAtMost(found.setting, setting));
  }

  *#tryOut({ lack, setting }: Attempt): Steps<void> {
    const { look, shapes } = this.#lacks[lack] as Lack; // Attempts are made from them.
    const ways = this.#adjustable.waysToServe(look, setting) ?? this.#adjustable.waysToBeAsked(setting);
    if (ways !== null) this.#goOn(lack, setting, ways);
    else if (yield* this.#isServedBySome(shapes, setting)) yield* this.#noteFound(setting);
    else this.#goOn(lack, setting, yield* this.#waysOut(look, shapes, setting));
  }

  #goOn(lack: number, setting: Setting, ways: readonly (readonly Turn[])[]): void {
    for (const turns of ways) {
      const turned = this.#knobs.turned(setting, turns);
      if (turned) this.#enqueue({ lack, setting: turned });
    }
  }

  *#isServedBySome(shapes: readonly TreeLook[], setting: Setting): Steps<boolean> {
    for (const look of shapes) {
      yield;
      if (this.#isStopped()) return false;
      const effort = { left: this.#bounds.effort };
      if ((yield* arrange(this.#adjustable.choiceAt(look, setting), effort)) !== null) return true;
      if (effort.left < 0) this.#reached.add('work');
    }
    return false;
  }

  /** What may help one of the trees: something about a conflict that it has. Mostly all have the same. */
  *#waysOut(look: TreeLook, shapes: readonly TreeLook[], setting: Setting): Steps<Turn[][]> {
    const effort = Math.min(this.#bounds.effort, conflictEffort);
    const conflicts: Conflict[] = [];
    for (const shape of shapes) {
      yield;
      if (this.#isStopped()) break;
      const choice = this.#adjustable.choiceAt(shape, setting);
      if (!(yield* hasOneOf(conflicts, choice, effort))) conflicts.push(yield* conflictIn(choice, effort));
    }
    return conflicts.flatMap((conflict) => this.#adjustable.waysOutOf(conflict, look, setting));
  }

  *#noteFound(setting: Setting): Steps<void> {
    const closest = yield* this.#closest(setting);
    // Amounts that may not be the closest are not told.
    if (closest === null || (closest.distance > 0 && this.#reached.size > 0)) return;
    const changes = this.#adjustable.changesOf(setting, closest.amounts);
    this.#found.push({ setting, changes, loss: this.#knobs.lossOf(setting) + changedPart(changes) });
  }

  /** With the amounts that are closest to what was asked for, at whatever tree. */
  *#closest(setting: Setting): Steps<Arrangement | null> {
    // The type is said here because the compiler does not follow it round the loop.
    let closest = null as Arrangement | null;
    for (const { look, shapes } of this.#lacks) {
      if (this.#adjustable.waysToServe(look, setting) !== null) continue;
      for (const shape of shapes) {
        const effort = { left: this.#bounds.effort };
        const choice = this.#adjustable.choiceAt(shape, setting);
        closest = (yield* arrange(choice, effort, closest?.distance)) ?? closest;
        if (closest?.distance === 0) return closest;
        if (effort.left < 0) this.#reached.add('work');
        yield;
        if (this.#isStopped()) return closest;
      }
    }
    return closest;
  }
}

function* hasOneOf(conflicts: readonly Conflict[], choice: Choice, effort: number): Steps<boolean> {
  for (const conflict of conflicts) if (yield* isConflict(choice, conflict, effort)) return true;
  return false;
}

/** A conflict that is not narrowed down is one all the same, so it is not worth much. */
const conflictEffort = 1000;

/** Finds out, for trees that lack the same, about one setting. */
interface Attempt {
  readonly lack: number;
  readonly setting: Setting;
}

/** By which part amounts are changed, added up: 0.25 for six instead of eight. */
function changedPart(changes: readonly Change[]): number {
  return changes.reduce((sum, change) => {
    if (change.kind !== 'lower-amount' && change.kind !== 'raise-amount') return sum;
    return sum + Math.abs(change.to - change.from) / change.from;
  }, 0);
}
