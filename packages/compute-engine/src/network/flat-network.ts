import type { ServerAddress } from '../servers/server.ts';

/** The one network that servers can be on: every server that is to have an address gets one of it. */
export interface FlatNetwork {
  readonly id: string;
  readonly name: string;
  /** The first and the last address that servers get. */
  readonly first: number;
  readonly last: number;
}

/** An address of it as a server has it. No two have one hardware address, which is made of it. */
export function addressIn({ name }: Pick<FlatNetwork, 'name'>, address: number): ServerAddress {
  const bytes = [16, 8, 0].map((shift) => ((address >>> shift) & 0xff).toString(16).padStart(2, '0'));
  return { network: name, version: 4, address: toText(address), mac: `fa:16:3e:${bytes.join(':')}` };
}

export function toText(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}

/** Null where the text is no address of four numbers. */
export function toNumber(text: string): number | null {
  const parts = text.split('.');
  const isAddress = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
  return isAddress ? parts.reduce((sum, part) => sum * 256 + Number(part), 0) : null;
}
