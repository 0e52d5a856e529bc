import type { Secret } from './secret.ts';
import { CredentialsError, type Settings } from './setting.ts';

/** Takes settings for what they are to be; what they are not is told with the place where they were written. */
export class SettingReader {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  has(name: string): boolean {
    return this.#settings.has(name);
  }

  text(name: string): string | null {
    return this.secret(name)?.reveal() ?? null;
  }

  secret(name: string): Secret | null {
    return this.#settings.get(name)?.text ?? null;
  }

  neededSecret(name: string): Secret {
    return this.secret(name) ?? this.#missing(name);
  }

  flag(name: string): boolean | null {
    const text = this.text(name)?.toLowerCase() ?? null;
    if (text === null) return null;
    if (['true', 'yes', 'on', '1'].includes(text)) return true;
    if (['false', 'no', 'off', '0'].includes(text)) return false;
    throw this.problem(name, 'must be true or false');
  }

  /** An http or https address. What else stands there may be a password, and is not repeated. */
  address(name: string): string | null {
    const text = this.text(name);
    if (text === null) return null;
    const url = URL.parse(text);
    if (url === null || !['http:', 'https:'].includes(url.protocol))
      throw this.problem(name, 'must be an http or https address');
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
      throw this.problem(name, 'must be an address alone, without credentials, query or fragment');
    return text;
  }

  neededAddress(name: string): string {
    return this.address(name) ?? this.#missing(name);
  }

  problem(name: string, message: string, cause?: unknown): CredentialsError {
    return new CredentialsError(`${this.#settings.get(name)?.where ?? name} ${message}`, { cause });
  }

  #missing(name: string): never {
    const variable = `OS_${name.toUpperCase()}`;
    throw new CredentialsError(
      `${name} is missing: give --os-${name.replaceAll('_', '-')}, ${variable}, or a cloud of clouds.yaml that has it`,
    );
  }
}
