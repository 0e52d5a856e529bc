/** An answer as a value. */
export interface ApiResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no body and no content-type. */
  readonly body: ResponseBody | null;
  /** The path's template, such as '/resource_providers/{uuid}', where one matched: for metrics. */
  readonly route?: string;
}

/** Text, bytes, or bytes in parts: what was kept from earlier answers is sent as it is, and not put together first. */
export type ResponseBody = string | Uint8Array | readonly Uint8Array[];

export function bodyBytes(body: ResponseBody | null): number {
  if (body === null) return 0;
  if (!isInParts(body)) return Buffer.byteLength(body);
  let sum = 0;
  for (const part of body) sum += part.length;
  return sum;
}

export function isInParts(body: ResponseBody): body is readonly Uint8Array[] {
  return Array.isArray(body);
}
