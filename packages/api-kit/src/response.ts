/** An answer as a value. */
export interface ApiResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no body and no content-type. */
  readonly body: string | Uint8Array | null;
  /** The path's template, such as '/resource_providers/{uuid}', where one matched: for metrics. */
  readonly route?: string;
}
