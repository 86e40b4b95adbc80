// The browser code of the reference page. Its package carries it inside a Fastify plugin and not as a file, so the plugin is shown
// a stand-in for Fastify and asked for the one answer that is wanted. The package's version is pinned; a test opens the page.

interface Route {
  readonly url: string
  readonly handler: (request: object, reply: Answer) => unknown
}
interface Answer {
  header(): Answer
  send(body: unknown): void
}
type Plugin = (instance: object, options: object, done: () => void) => unknown

/** The script that defines `Scalar`; about 4 MB. Throws when the package no longer serves it. */
export async function referenceBundle(): Promise<string> {
  const loaded: { default: unknown } = await import('@scalar/fastify-api-reference')
  const plugin = loaded.default
  if (!isPlugin(plugin)) throw new Error('@scalar/fastify-api-reference is no plugin')
  let script: unknown
  const answer: Answer = {
    header: () => answer,
    send: (body) => {
      script = body
    },
  }
  const route = ({ url, handler }: Route) => {
    if (url.endsWith('.js')) handler({}, answer)
  }
  const instance = { hasPlugin: () => false, log: { warn() {} }, initialConfig: {}, route }
  await plugin(instance, { routePrefix: '/docs', configuration: { url: '/openapi' } }, () => {})
  if (typeof script !== 'string') throw new Error('@scalar/fastify-api-reference serves no script')
  return script
}

function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'function'
}
