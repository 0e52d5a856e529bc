/**
 * Node's HTTP, without what `import … from 'node:http'` brings with it: of all that is exported from there Node then makes values, a client for `fetch`
 * and WebSockets among them, which takes a twentieth of a second.
 */
export const http = process.getBuiltinModule('node:http');
