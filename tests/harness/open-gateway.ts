// A real gateway for a test: with its own data folder and ports, a recorded log, and calls against it.
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccountsRepository } from '#store'
import { lexiconFolder } from '../../apis/word-finding/test/lexicon-folder.ts'
import { newId } from '../../packages/gateway/src/account/keys/base62.ts'
import { readConfig } from '../../packages/gateway/src/process/config.ts'
import { type LoadedApi, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { createLog, type Log } from '../../packages/gateway/src/process/log.ts'
import { reveal, Secret } from '../../packages/gateway/src/process/secret.ts'
import { type Gateway, type GatewayOptions, startGateway } from '../../packages/gateway/src/start/gateway.ts'
import { copyBlankDatabase } from './blank-database.ts'
import type { Cleanup } from './upstream.ts'

export interface OpenOptions {
  readonly apis?: GatewayOptions['apis']
  readonly environment?: Readonly<Record<string, string>>
  readonly platform?: GatewayOptions['platform']
  readonly threadLimits?: GatewayOptions['threadLimits']
  readonly agentTimes?: GatewayOptions['agentTimes']
  readonly socketTimes?: GatewayOptions['socketTimes']
  readonly tokenTimeoutMs?: GatewayOptions['tokenTimeoutMs']
  /** Base addresses of live providers by slug. */
  readonly upstreams?: Readonly<Record<string, string>>
  readonly dataDir?: string
}
export interface OpenGateway extends Gateway {
  readonly dataDir: string
  /** Every logged line. */
  readonly logged: readonly string[]
  /** The demo account's gateway key. */
  readonly key: string
  readonly adminKey: string
  /** Makes a call with the demo key, unless headers say otherwise. */
  call(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>
  /** Creates an account with its own key. */
  account(plan?: { perMinute: number; perDay: number }): Promise<{ accountId: string; key: string; keyId: string }>
  /** Stores a provider key for an account and lets its calls go live. */
  storeKey(accountId: string, slug: string, text: string): Promise<void>
  readonly demoAccountId: string
}

/** Opens a gateway that is stopped, and its folder removed, at the end of the test. */
export async function openGateway(t: Cleanup, options: OpenOptions = {}): Promise<OpenGateway> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  shareCache(dataDir)
  const apis = options.apis ?? (await loadApis())
  const isNew = options.dataDir === undefined && options.environment?.GATEHOUSE_DATABASE_URL === undefined
  if (isNew && apis.every(isOfProject)) await copyBlankDatabase(apis, dataDir)
  const logged: string[] = []
  const log: Log = createLog('debug', (line) => void logged.push(line))
  const upstreams = Object.entries(options.upstreams ?? {}).map(([slug, base]) => `${slug}=${base}`)
  const config = readConfig({
    GATEHOUSE_PORT: '0',
    GATEHOUSE_MARKET_PORT: '0',
    GATEHOUSE_DATA: dataDir,
    GATEHOUSE_DRAIN_MS: '200',
    GATEHOUSE_UPSTREAMS: upstreams.join(','),
    ...options.environment,
  })
  const gateway = await startGateway({
    config,
    log,
    ...(options.platform ? { platform: options.platform } : {}),
    ...withBuiltThreads(apis),
    ...(options.agentTimes ? { agentTimes: options.agentTimes } : {}),
    ...(options.socketTimes ? { socketTimes: options.socketTimes } : {}),
    ...(options.tokenTimeoutMs !== undefined ? { tokenTimeoutMs: options.tokenTimeoutMs } : {}),
    threadLimits: { longestSliceMs: busyMs, ...options.threadLimits },
  })
  t.after(async () => {
    await gateway.stop()
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  })
  return { ...gateway, dataDir, logged, ...acting(gateway), ...(await demoOf(gateway)) }
}

const projectFolder = new URL('../..', import.meta.url).href
const builtFolder = new URL('../../dist/', import.meta.url).href
const threadProgram = new URL('../../dist/packages/gateway/src/embedded/threads/worker/main.js', import.meta.url)

/** Reports whether an API is in this tree, as opposed to one that a test makes. */
const isOfProject = ({ folder }: LoadedApi) => folder?.startsWith(`${projectFolder}apis/`) ?? false

/**
 * Runs threads from the build, as an operator does, which start in half the time of the sources. APIs of tests are not
 * built: if one of them has a thread, all threads run the sources.
 */
function withBuiltThreads(apis: readonly LoadedApi[]): Pick<GatewayOptions, 'apis' | 'threadProgram'> {
  if (!apis.every((loaded) => loaded.folder === undefined || isOfProject(loaded))) return { apis }
  const built = apis.map((loaded) => {
    const { folder, provider } = loaded
    if (folder === undefined || provider === undefined) return loaded
    const deadlineMs = Math.max(provider.deadlineMs, busyMs)
    return { ...loaded, folder: folder.replace(projectFolder, builtFolder), provider: { ...provider, deadlineMs } }
  })
  return { apis: built, threadProgram }
}

/** Time limit of a first call on a busy machine. Deadlines are tested in `tests/threads`. */
const busyMs = 120_000

/**
 * Shares files that providers can rebuild across all tests: the lexicon of word finding takes 15 s. Building them is
 * tested in the folders of those providers.
 */
function shareCache(dataDir: string): void {
  const cache = join(dataDir, 'cache')
  if (existsSync(cache)) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  symlinkSync(lexiconFolder(), cache, 'junction')
}

async function demoOf(gateway: Gateway) {
  const [demo] = (await createAccountsRepository(gateway.components.store.db).list()).filter(
    (account) => account.isDemo,
  )
  return {
    key: gateway.firstRun?.gatewayKey ?? '',
    adminKey: reveal(gateway.components.adminKey),
    demoAccountId: demo?.id ?? '',
  }
}

function acting(gateway: Gateway): Pick<OpenGateway, 'call' | 'account' | 'storeKey'> {
  const { components, baseUrl } = gateway
  return {
    call(path, init = {}) {
      const headers = new Headers(init.headers)
      const key = init.key === undefined ? gateway.firstRun?.gatewayKey : init.key
      if (key != null) headers.set('x-gateway-key', key)
      return fetch(baseUrl + path, { redirect: 'manual', ...init, headers })
    },
    async account(plan = { perMinute: 1_000_000, perDay: 10_000_000 }) {
      const accounts = createAccountsRepository(components.store.db)
      const createdAt = components.clock()
      const planId = newId('plan', components.randomBytes)
      await accounts.upsertPlan({ id: planId, ...plan, createdAt })
      const accountId = newId('acc', components.randomBytes)
      await accounts.create({
        id: accountId,
        name: 'Test',
        planId,
        isDemo: false,
        enabled: true,
        // keyless APIs embedded, so that no test calls the outside world by accident
        provider: null,
        createdAt,
      })
      const { id, key } = await components.keys.create({ accountId, surface: 'hosted', name: 'Test key' })
      return { accountId, key: reveal(key), keyId: id }
    },
    async storeKey(accountId, slug, text) {
      await components.vault.put(accountId, slug, new Secret(text))
      const { createListingSettingsRepository } = await import('#store')
      const listings = gateway.listings.filter(({ api }) => api.slug === slug)
      for (const listing of listings) {
        await createListingSettingsRepository(components.store.db).set(accountId, {
          listing: listing.slug,
          provider: 'live',
          updatedAt: components.clock(),
        })
        await components.invalidations.publish('listing', `${accountId}/${listing.slug}`)
      }
    },
  }
}
