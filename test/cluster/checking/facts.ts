import type { Inventories } from '../../crash/state.ts';
import { canonical } from '../../differential/canonical.ts';
import type { Fact } from './history.ts';
import type { ConsumerState, Moment, ProviderState } from './timeline.ts';

/** Whether a fact holds at a moment. */
export function holds({ about, id, text }: Fact, moment: Moment): boolean {
  if (about === 'consumer') return consumerText(moment.consumer(id)) === text;
  const provider = moment.provider(id);
  if (provider === null) return false;
  if (about === 'generation') return String(provider.generation) === text;
  if (about === 'holders') return holdersTextOf(provider, id, moment) === text;
  return about === 'usages'
    ? usagesText(usagesOf(provider)) === text
    : inventoriesText(provider.inventories) === text;
}

/** A state in one form, so that the same states are the same text. */
export const consumerText = remembering(
  ({ generation, tag, allocations }: ConsumerState) => `${generation} ${tag} ${sorted(allocations)}`,
  'nobody',
);
export const holdersText = (holders: ReturnType<Moment['holders']>): string => sorted(holders);
export const inventoriesText = remembering((inventories: Inventories) => sorted(inventories));
export const usagesText = (usages: Readonly<Record<string, number>>): string => sorted(usages);

const usagesOf = remembered((provider: ProviderState) =>
  Object.fromEntries(Object.keys(provider.inventories).map((name) => [name, provider.used[name] ?? 0])),
);

const holdersTexts = new WeakMap<ProviderState, string>();

function holdersTextOf(provider: ProviderState, id: string, moment: Moment): string {
  let text = holdersTexts.get(provider);
  if (text === undefined) holdersTexts.set(provider, (text = holdersText(moment.holders(id))));
  return text;
}

function sorted(value: unknown): string {
  return JSON.stringify(canonical(value));
}

/** States do not change, so that their text is made once. */
function remembering<State extends object>(text: (state: State) => string, nothing = 'nothing') {
  const made = remembered(text);
  return (state: State | null): string => (state === null ? nothing : made(state));
}

function remembered<State extends object, Result>(make: (state: State) => Result): (state: State) => Result {
  const made = new WeakMap<State, Result>();
  return (state) => {
    let result = made.get(state);
    if (result === undefined) made.set(state, (result = make(state)));
    return result;
  };
}
