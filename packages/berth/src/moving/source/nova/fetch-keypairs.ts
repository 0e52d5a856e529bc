import { integerAt, type JsonObject, objectAt, textAt } from '@berth/api-kit/json/json-reading.ts';
import { type Keypair, keypairId, type KeypairType } from '@berth/compute-engine/keypairs/keypair.ts';
import type { ReadThing } from '../work-file.ts';
import type { NovaClient } from './nova-client.ts';
import { readThing, timeAt } from './nova-thing.ts';

/** The key pairs of a user, page by page. Lists do not tell when each was made, nor its number: they are asked for one by one. */
export async function* fetchKeypairs(
  client: NovaClient,
  userId: string,
): AsyncGenerator<readonly ReadThing[]> {
  const user = `user_id=${encodeURIComponent(userId)}`;
  for await (const page of client.pages(`/os-keypairs?${user}`, 'keypairs', nameIn)) {
    const things: ReadThing[] = [];
    for (const each of page) {
      const answer = await client.find(`/os-keypairs/${encodeURIComponent(nameIn(each))}?${user}`);
      if (answer === null) continue; // It has gone since it was listed.
      const said = objectAt(answer, 'keypair');
      things.push(readThing('keypair', keypairOf(said), { number: integerAt(said, 'id') }));
    }
    yield things;
  }
}

function nameIn(each: JsonObject): string {
  return textAt(objectAt(each, 'keypair'), 'name');
}

function keypairOf(said: JsonObject): Keypair {
  const [userId, name] = [textAt(said, 'user_id'), textAt(said, 'name')];
  return {
    number: 0,
    id: keypairId(userId, name),
    userId,
    name,
    type: textAt(said, 'type') as KeypairType, // Whether it is one is a rule.
    publicKey: textAt(said, 'public_key'),
    fingerprint: textAt(said, 'fingerprint'),
    createdAt: timeAt(said, 'created_at'),
  };
}
