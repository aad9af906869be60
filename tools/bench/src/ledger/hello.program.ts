import fastify from 'fastify';

// Preloaded into the server's process: the least that this framework does for a call there, as the measure of what ours do.
const app = fastify();
app.get('/hello', () => Promise.resolve({ hello: 'world' }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.HELLO_PORT) });
app.server.unref();
