// @fastify/http-proxy as its own documentation sets it up, without a log, on undici with as many connections as the
// gateway's pool. Arguments: own port, upstream address. It checks no key and counts nothing.
import httpProxy from '@fastify/http-proxy'
import fastify from 'fastify'

const [port, upstream] = process.argv.slice(2)
const server = fastify({ logger: false, keepAliveTimeout: 600_000 })
server.register(httpProxy, { upstream, prefix: '/', http2: false, undici: { connections: 256, pipelining: 1 } })
await server.listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 })
