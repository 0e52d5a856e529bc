import { atOnce, type Steps } from '@berth/api-kit/in-turns.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';
import { joinBytes } from '@berth/api-kit/join-bytes.ts';
import { type ProviderForm, providerJson } from './provider-json.ts';

/**
 * The list of all providers, as bytes in parts. It is what monitoring asks for again and again, megabytes of it, while
 * only some providers have changed since; so it is kept in parts of some providers each, and a part is encoded again only
 * when one of its providers is another or has changed.
 *
 * A part is recognised by its providers and the sum of their revisions, which only ever count up: with
 * [a r3, b r5] kept as 8, a change of b makes 9. With 10,000 providers and no change that leaves 10,000 comparisons.
 */
export function allProviders(world: World, form: ProviderForm): Uint8Array[] {
  return atOnce(lookThrough(world, form)).body;
}

/** The same in steps. What is long is to encode what has changed; whoever waits for that looks again, so that all is of one moment. */
export function* allProvidersInSteps(world: World, form: ProviderForm): Steps<Uint8Array[]> {
  const { body, isOfOneMoment } = yield* lookThrough(world, form);
  if (isOfOneMoment) return body;
  yield;
  return allProviders(world, form);
}

function* lookThrough(
  world: World,
  form: ProviderForm,
): Steps<{ body: Uint8Array[]; isOfOneMoment: boolean }> {
  const parts = partsOf(world, form);
  const body: Uint8Array[] = [listOpening];
  let members: Provider[] = [];
  let index = 0;
  let encoded = 0;
  for (const provider of world.providers.values()) {
    if (members.push(provider) < membersPerPart) continue;
    if (addPart() && encoded % partsPerStep === 0) yield;
  }
  if (members.length > 0) addPart();
  parts.length = index;
  body.push(listClosing);
  return { body, isOfOneMoment: encoded < partsPerStep };

  /** Whether it had to be encoded. */
  function addPart(): boolean {
    if (index > 0) body.push(comma);
    const known = parts[index]?.bytes;
    const bytes = encodedPart(parts, index++, members, form);
    body.push(bytes);
    members = [];
    if (bytes === known) return false;
    encoded++;
    return true;
  }
}

/** Some two milliseconds. */
const partsPerStep = 8;
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
