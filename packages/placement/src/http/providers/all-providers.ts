import type { Steps } from '@berth/api-kit/in-turns.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';
import { joinBytes } from '../join-bytes.ts';
import { isEncoded, type ProviderForm, providerJson } from './views.ts';

/**
 * The list of all providers, as bytes in parts. It is what monitoring asks for again and again, megabytes of it, while
 * only some providers have changed since; so it is kept in parts of some providers each, and a part is encoded again only
 * when one of its providers is another or has changed.
 *
 * A part is recognised by its providers and the sum of their revisions, which only ever count up: with
 * [a r3, b r5] kept as 8, a change of b makes 9. With 10,000 providers and no change that leaves 10,000 comparisons.
 */
export function allProviders(world: World, form: ProviderForm): Uint8Array[] {
  const parts = partsOf(world, form);
  const body: Uint8Array[] = [listOpening];
  let members: Provider[] = [];
  let index = 0;
  for (const provider of world.providers.values()) {
    members.push(provider);
    if (members.length < membersPerPart) continue;
    addPart();
  }
  if (members.length > 0) addPart();
  parts.length = index;
  body.push(listClosing);
  return body;

  function addPart(): void {
    if (index > 0) body.push(comma);
    body.push(encodedPart(parts, index++, members, form));
    members = [];
  }
}

/** Encodes what `allProviders` would have to, in steps: what it then still finds is what has changed meanwhile. */
export function* encodeAllProviders(world: World, form: ProviderForm): Steps<void> {
  let encoded = 0;
  for (const provider of world.providers.values()) {
    if (isEncoded(provider, form)) continue;
    providerJson(provider, form);
    if (++encoded % providersPerStep === 0) yield;
  }
  yield* joinParts(world, form);
}

/** Some two milliseconds. */
const providersPerStep = 500;

function* joinParts(world: World, form: ProviderForm): Steps<void> {
  const parts = partsOf(world, form);
  let members: Provider[] = [];
  let index = 0;
  for (const provider of world.providers.values()) {
    if (members.push(provider) < membersPerPart) continue;
    encodedPart(parts, index++, members, form);
    members = [];
    if (index % partsPerStep === 0) yield;
  }
}

const partsPerStep = 64;
const membersPerPart = 64;
export const listOpening = Buffer.from('{"resource_providers":[');
export const listClosing = Buffer.from(']}');
const comma = Buffer.from(',');

interface Part {
  readonly members: readonly Provider[];
  readonly revisions: number;
  readonly bytes: Uint8Array;
}

/** One list for each form that providers have had; those of forms nobody asks for do not exist. */
const kept = new WeakMap<World, WeakMap<ProviderForm, Part[]>>();

function partsOf(world: World, form: ProviderForm): Part[] {
  return kept.getOrInsertComputed(world, () => new WeakMap()).getOrInsertComputed(form, () => []);
}

function encodedPart(
  parts: Part[],
  index: number,
  members: readonly Provider[],
  form: ProviderForm,
): Uint8Array {
  let revisions = 0;
  for (const { revision } of members) revisions += revision;
  const known = parts[index];
  if (known && known.revisions === revisions && isSame(known.members, members)) return known.bytes;
  const bytes = joinBytes(members.map((provider) => providerJson(provider, form)));
  parts[index] = { members, revisions, bytes };
  return bytes;
}

function isSame(known: readonly Provider[], members: readonly Provider[]): boolean {
  return known.length === members.length && known.every((provider, index) => provider === members[index]);
}
