// A node:http server that always gives the same answer: the lower bound for the cost of an embedded answer. Arguments:
// its port, and the answer as JSON of `headers` (a flat list) and `body`.
import { createServer } from 'node:http'

const [port, answer] = process.argv.slice(2)
const { headers, body } = JSON.parse(answer)
const bytes = Buffer.from(body)
const server = createServer({ keepAliveTimeout: 72_000 }, (_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 })
