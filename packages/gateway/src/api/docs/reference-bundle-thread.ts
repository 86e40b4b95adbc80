// Sends the browser code of the reference page. The package ships it inside a Fastify plugin, not as a file, so the
// plugin is registered with a minimal stand-in for Fastify and its route is called once. The package's version is
// pinned; a test opens the page.
import { serveTasks } from '#provider/run'

serveTasks(async () => Buffer.from(await referenceBundle()))

interface Route {
  readonly url: string
  readonly handler: (request: object, reply: FastifyReply) => unknown
}
interface FastifyReply {
  header(): FastifyReply
  send(body: unknown): void
}
type Plugin = (instance: object, options: object, done: () => void) => unknown

/** Returns the script. Throws if the package no longer serves it. */
async function referenceBundle(): Promise<string> {
  const loaded: { default: unknown } = await import('@scalar/fastify-api-reference')
  const plugin = loaded.default
  if (!isPlugin(plugin)) throw new Error('@scalar/fastify-api-reference is not a plugin')
  let script: unknown
  const reply: FastifyReply = {
    header: () => reply,
    send: (body) => {
      script = body
    },
  }
  const route = ({ url, handler }: Route) => {
    if (url.endsWith('.js')) handler({}, reply)
  }
  const instance = { hasPlugin: () => false, log: { warn() {} }, initialConfig: {}, route }
  await plugin(instance, { routePrefix: '/docs', configuration: { url: '/openapi' } }, () => {})
  if (typeof script !== 'string') throw new Error('@scalar/fastify-api-reference serves no script')
  return script
}

function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'function'
}
