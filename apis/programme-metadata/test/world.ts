// The provider as its tests open it: on the sample or on what a test imports.
import type { WorldOptions } from '#provider/test'
import { openWorld as openSharedWorld } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

type Item = Readonly<Record<string, unknown>> & { readonly item_type: string; readonly pid?: string }
export interface Page {
  readonly nitro: {
    readonly pagination?: { readonly next?: { readonly href: string }; readonly previous?: { readonly href: string } }
    readonly results: {
      readonly page: number
      readonly page_size: number
      readonly total: number
      readonly items?: readonly Item[]
    }
    readonly deprecations?: { readonly deprecated: readonly { readonly name: string }[] }
  }
}

export async function openProgrammes(options: WorldOptions<Tables> = {}) {
  const world = await openSharedWorld<Tables>(api, provider, options)
  return {
    ...world,
    /** A page that must be a 200. */
    async page(path: string): Promise<Page['nitro']> {
      const { status, body } = await world.ask<Page>(path)
      if (status !== 200) throw new Error(`${path} answers ${status} ${JSON.stringify(body)}`)
      return body.nitro
    },
    /** The pids of a page in order. */
    async pids(path: string): Promise<string[]> {
      const { body } = await world.ask<Page>(path)
      return (body.nitro.results.items ?? []).map(({ pid = '' }) => pid)
    },
    /** The message of an answer of 400 or 404. */
    async refusal(path: string): Promise<{ status: number; code: string; message: string }> {
      const { status, body } = await world.ask<{ errors?: { error: { code: string; message: string } } }>(path)
      const { code = '', message = '' } = body.errors?.error ?? {}
      return { status, code, message }
    },
  }
}
