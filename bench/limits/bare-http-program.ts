import { createServer } from 'node:http';

/** The least a server can do: `GET /N` is answered with N prepared bytes. `bare-http-program.ts PORT` */
const port = Number(process.argv[2]);
const bodies = new Map<string, Buffer>();

createServer((request, response) => {
  const path = request.url ?? '/0';
  let body = bodies.get(path);
  if (!body) bodies.set(path, (body = Buffer.alloc(Number(path.slice(1)), 'x')));
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
    'openstack-api-version': 'placement 1.39',
    vary: 'openstack-api-version',
  });
  response.end(body);
}).listen(port, '127.0.0.1');
