// A gateway with calls into the sandboxes of an account.
import assert from 'node:assert/strict'
import { type OpenGateway, type OpenOptions, openGateway } from '../harness/open-gateway.ts'
import type { TestDatabase } from '../harness/services.ts'
import type { Cleanup } from '../harness/upstream.ts'

export interface SandboxWorld {
  readonly gateway: OpenGateway
  readonly accountId: string
  readonly key: string
  /** Makes a call of the self-service API below `/v1/me/sandboxes`, and returns its result; fails for an error. */
  manage(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  /** Makes a call with the account's key, in a sandbox. */
  inside(sandbox: string, path: string, init?: RequestInit): Promise<Response>
}

/** Opens a gateway for an account, by default a new one. */
export async function openSandboxWorld(
  t: Cleanup,
  options: OpenOptions = {},
  account?: Pick<SandboxWorld, 'accountId' | 'key'>,
): Promise<SandboxWorld> {
  const gateway = await openGateway(t, options)
  const { accountId, key } = account ?? (await gateway.account())
  const json = { 'content-type': 'application/json' }
  return {
    gateway,
    accountId,
    key,
    async manage(method, path, body) {
      const init = { method, key, headers: json, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      const answer = await gateway.call(`/v1/me/sandboxes${path}`, init)
      const text = await answer.text()
      assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
      return text === '' ? {} : JSON.parse(text)
    },
    inside: (sandbox, path, init = {}) =>
      gateway.call(`/v1/proxy${path}`, {
        ...init,
        key,
        headers: { ...(init.body == null ? {} : json), ...init.headers, 'x-gateway-sandbox': sandbox },
      }),
  }
}

/** Returns the options that put a gateway on a database of a test. */
export function onDatabase({ target: { url, dataDir } }: TestDatabase): OpenOptions {
  return { dataDir, ...(url === undefined ? {} : { environment: { GATEHOUSE_DATABASE_URL: url } }) }
}

/** Returns the JSON of an answer, whose form the test knows. */
export async function jsonOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T
}

/** Returns the gateway's error in an answer. */
export async function errorOf(answer: Response): Promise<{ code: string; message: string }> {
  return (await jsonOf<{ error: { code: string; message: string } }>(answer)).error
}
