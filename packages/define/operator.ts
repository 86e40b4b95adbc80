// defineOperator: endpoints of an API that only the operator may call, with the admin key, beside the API's own.
import { type Api, defineApi } from './api.ts'
import { keyless, operator } from './auth.ts'
import type { Endpoints } from './endpoints.ts'
import type { Examples } from './examples.ts'
import { defineProvider, type Handlers, type Provider } from './provider.ts'

/** What an API lets the operator do, mounted at `/v1/admin/apis/{slug}`. */
export interface OperatorPart {
  readonly api: Api
  readonly provider: Provider
  readonly examples: Examples
}

/** Declares the operator's endpoints of an API, with the words of every endpoint; a missing or mistyped handler does not compile. */
export function defineOperator<const E extends Endpoints, DB = unknown>(
  api: { readonly slug: string; readonly title: string },
  endpoints: E,
  facts: { readonly handlers: Handlers<E, DB>; readonly examples: Examples },
): OperatorPart {
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
  const provider = defineProvider<E, DB>({ ...declared, endpoints } as Api<E>, facts.handlers)
  return { api: declared, provider: provider as Provider, examples: facts.examples }
}
