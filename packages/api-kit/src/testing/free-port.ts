import { createServer } from 'node:net';

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.on('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      // Who listens on a host and a port has an address of this form.
      const { port } = listener.address() as { port: number };
      listener.close(() => resolve(port));
    });
  });
}
