import { LedgerPlace } from './ledger-place.ts';
import { Secret } from '@berth/client/credentials/secret.ts';
import type { Config } from './settings.ts';

/** Settings as they can be sent to another thread of this process, where a value with something private in it would lose it. */
export type SentConfig = Readonly<Record<string, unknown>>;

export function sentConfig(config: Config): SentConfig {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, sent(value)]));
}

export function receivedConfig(config: SentConfig): Config {
  // Each value is what it was before it was sent.
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, received(value)])) as Config;
}

function sent(value: unknown): unknown {
  if (value instanceof Secret) return { secret: value.reveal() };
  if (value instanceof LedgerPlace) return { ledger: value.isPostgres ? value.url : value.path };
  return value;
}

function received(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('secret' in value) return new Secret(String(value.secret));
  if ('ledger' in value) return LedgerPlace.parse(String(value.ledger));
  return value;
}
