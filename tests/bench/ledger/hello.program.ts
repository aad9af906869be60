import fastify from 'fastify';

// Preloaded into the server's process: the framework's minimal cost of a call, as a reference.
const app = fastify();
app.get('/hello', () => Promise.resolve({ hello: 'world' }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.HELLO_PORT) });
app.server.unref();
