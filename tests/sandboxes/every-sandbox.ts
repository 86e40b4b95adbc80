// A gateway with all APIs, each of which is called in a sandbox of its own, until its provider is ready.
import type { Api } from '#define'
import { type LoadedApi, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import type { ExampleCall } from '../harness/every-endpoint.ts'
import { until } from '../harness/until.ts'
import type { Cleanup } from '../harness/upstream.ts'
import { openSandboxWorld, type SandboxWorld } from './sandbox-world.ts'

interface Answer {
  readonly status: number
  /** One character for each byte. */
  readonly text: string
}
interface EverySandbox extends Pick<SandboxWorld, 'manage'> {
  readonly loaded: readonly LoadedApi[]
  /** Makes the sandbox of an API for the time of `work`; all begin alike. */
  within(api: Api, work: () => Promise<void>): Promise<void>
  /** Calls an API in its sandbox, again while its provider gets ready. */
  answerTo(api: Api, call: ExampleCall): Promise<Answer>
}

export async function openEverySandbox(t: Cleanup): Promise<EverySandbox> {
  const loaded = await loadApis()
  const { gateway, accountId, key, manage } = await openSandboxWorld(t, { apis: loaded })
  const market = await gateway.components.keys.create({ accountId, surface: 'market', name: 'Market' })
  return {
    loaded,
    manage,
    async within({ slug }, work) {
      await manage('POST', '', { name: slug, now: '2027-03-01T09:00:00Z', seed: 'same' })
      await work()
      await manage('DELETE', `/${slug}`)
    },
    async answerTo({ slug, surface }, { path, init }) {
      const isMarket = surface.name === 'market'
      const url = (isMarket ? gateway.marketUrl : gateway.baseUrl) + path
      const own = { [surface.keyHeader]: isMarket ? reveal(market.key) : key, 'x-gateway-sandbox': slug }
      let answer: Answer = { status: 0, text: '' }
      await until(async () => {
        const response = await fetch(url, { ...init, headers: { ...init.headers, ...own } })
        answer = { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
        return !/provider\.(?:warming|busy)/.test(answer.text)
      }, `an answer to ${init.method} ${path}`)
      return answer
    },
  }
}
