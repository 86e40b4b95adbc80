// defineOperator: declares endpoints of an API for the operator alone (with the admin key), beside the API's own.
import { type Api, defineApi } from './api.ts'
import { keyless, operator } from './auth.ts'
import type { Endpoints } from './endpoints.ts'
import type { Examples } from './examples.ts'

/**
 * The operator's endpoints of an API, mounted at `/v1/admin/apis/{slug}`. Their handlers come from the opened provider.
 */
export interface OperatorPart<E extends Endpoints = Endpoints> {
  readonly api: Api
  readonly endpoints: E
  readonly examples: Examples
}

/** Declares the operator's endpoints of an API with the words of every endpoint. */
export function defineOperator<const E extends Endpoints>(
  api: { readonly slug: string; readonly title: string },
  endpoints: E,
  examples: Examples,
): OperatorPart<E> {
  const declared = defineApi<Endpoints>({
    slug: `${api.slug}-operator`,
    title: `${api.title}: operator`,
    summary: `What the operator sets and sees of ${api.title}.`,
    surface: { ...operator, mount: `/v1/admin/apis/${api.slug}` },
    auth: keyless,
    upstream: null,
    errors: { code: '/error/code', message: '/error/message' },
    endpoints,
  })
  return { api: declared, endpoints, examples }
}
