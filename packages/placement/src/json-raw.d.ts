/** JSON.rawJSON is in the runtime (V8 11.4) and not yet in TypeScript's library. */
interface JSON {
  rawJSON(text: string): unknown;
}
