// The provider as the tests of this folder open it: with seeded draws, fixed exchange rates and a folder for databases.
import { hash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeededRandom, openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export const key = 'EXAMPLEKEY0123456789ABCDEFGHIJKL'

export type OrderFields = Readonly<Record<string, string | number>>
export interface ScreenedOrder {
  readonly fraudlabspro_score: number
  readonly fraudlabspro_distribution: number
  readonly fraudlabspro_status: string
  readonly fraudlabspro_id: string
  readonly fraudlabspro_rules: readonly string[]
  readonly fraudlabspro_error_code: string
  readonly fraudlabspro_message: string
  readonly fraudlabspro_credits: string
  readonly [judgement: string]: unknown
}
interface FeedbackResult {
  readonly fraudlabspro_error_code: string
  readonly fraudlabspro_message: string
}

export type World = Awaited<ReturnType<typeof openWorld>>

interface FraudWorldOptions extends WorldOptions<Tables> {
  readonly seed?: number
}

export async function openWorld({ kit, ...options }: FraudWorldOptions = {}) {
  const world = await open(api, provider, {
    ...options,
    kit: {
      random: createSeededRandom(options.seed ?? 22),
      ask: async () => ({ base: 'USD', rates: { EUR: 0.8, JPY: 150 } }),
      ...kit,
    },
  })
  return {
    ...world,
    /** The answer to an order, sent in the query. */
    async screen(order: OrderFields = {}, account?: string): Promise<ScreenedOrder> {
      const search = new URLSearchParams({ ip: '8.8.8.8', key, ...asStrings(order) })
      const call = { method: 'POST', ...(account === undefined ? {} : { account }) }
      const { status, body } = await world.ask<ScreenedOrder>(`/v1/order/screen?${search}`, call)
      if (status !== 200) throw new Error(`screening answers ${status}`)
      return body
    },
    /** The error code and message of a feedback, both empty when it was taken. */
    async feedback(id: string, action: string, account?: string): Promise<[code: string, message: string]> {
      const search = new URLSearchParams({ id, key, action })
      const call = { method: 'POST', ...(account === undefined ? {} : { account }) }
      const { body } = await world.ask<FeedbackResult>(`/v1/order/feedback?${search}`, call)
      return [body.fraudlabspro_error_code, body.fraudlabspro_message]
    },
  }
}

const asStrings = (order: OrderFields) =>
  Object.fromEntries(Object.entries(order).map(([name, value]) => [name, String(value)]))

/** The hash of the provider's clients, 40 hex digits. */
export function slowHash(text: string): string {
  let hex = `fraudlabspro_${text}`
  for (let round = 0; round < 65_536; round++) hex = hash('sha1', `fraudlabspro_${hex}`)
  return hex
}

/** A folder with files of the operator. */
export function folderWith(files: Readonly<Record<string, Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mmdb-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}
