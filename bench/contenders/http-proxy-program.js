// http-proxy as its own documentation sets it up, with connections to the upstream kept open. Arguments: own port,
// upstream address. It checks no key and counts nothing.
import { Agent, createServer } from 'node:http'
import httpProxy from 'http-proxy'

const [port, target] = process.argv.slice(2)
const proxy = httpProxy.createProxyServer({ target, agent: new Agent({ keepAlive: true, maxSockets: 256 }) })
proxy.on('error', (_error, _request, response) => response.destroy())
const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => proxy.web(request, response))
server.listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 })
