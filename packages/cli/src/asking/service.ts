import { ServiceError } from '@berth/client/service-error.ts';
import type { ServiceAnswer, ServiceRequest, Transport } from '@berth/client/transport.ts';
import type { Value } from '../output/value.ts';
import { exactJson } from './exact-json.ts';
import type { Microversion } from './microversion.ts';

/** Something that a service has told of: its fields by their names on the wire. */
export type Thing = { readonly [name: string]: Value };

/** The words of a query; undefined ones are left out, and lists repeat their name. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A service of a cloud, with the version that is in force for this call. */
export class Service {
  /** '0.0' where the service has no microversions. */
  readonly version: Microversion;
  /** For calls that say themselves which version they need. */
  readonly transport: Transport;

  constructor(transport: Transport, version: Microversion) {
    this.transport = transport;
    this.version = version;
  }

  async get(path: string, query: Query = {}): Promise<Thing> {
    return thingIn(await this.send({ method: 'GET', path: withQuery(path, query) }));
  }

  /** A page for people. */
  async getText(path: string, query: Query = {}): Promise<string> {
    return (await this.send({ method: 'GET', path: withQuery(path, query), accept: 'text/plain' })).text;
  }

  /** Null where there is none. */
  async find(path: string, query: Query = {}): Promise<Thing | null> {
    try {
      return await this.get(path, query);
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) return null;
      throw error;
    }
  }

  async post(path: string, body: unknown): Promise<Thing> {
    return thingIn(await this.send({ method: 'POST', path, body }));
  }

  async put(path: string, body?: unknown): Promise<Thing> {
    return thingIn(await this.send({ method: 'PUT', path, ...(body === undefined ? {} : { body }) }));
  }

  async delete(path: string): Promise<void> {
    await this.send({ method: 'DELETE', path });
  }

  /** Any answer but a yes is thrown. */
  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    const version = this.version.has('1.0') ? { version: this.version.text } : {};
    const answer = await this.transport.send({ ...version, ...request });
    if (answer.status < 200 || answer.status > 299) throw new ServiceError(request, answer);
    return answer;
  }
}

function thingIn({ json, text }: ServiceAnswer): Thing {
  if (typeof json !== 'object' || json === null) return {};
  return exactJson(text) as Thing;
}

export function withQuery(path: string, query: Query): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      if (each !== undefined) words.append(name, String(each));
    }
  }
  return words.size === 0 ? path : `${path}?${words.toString()}`;
}

/** A member that is to be a list of things. */
export function thingsAt(thing: Thing, name: string): readonly Thing[] {
  const value = thing[name];
  return Array.isArray(value) ? (value as readonly Thing[]) : [];
}

/** A member that is to be a thing. */
export function thingAt(thing: Thing, name: string): Thing {
  const value = thing[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Thing) : {};
}

/** A member that is to be a text. */
export function textAt(thing: Thing, name: string): string {
  const value = thing[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
