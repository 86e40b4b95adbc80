// The operator API: accounts, keys, plans, usage, audit, imports and the vault. Only the operator key opens it.
import { defineApi, keyless } from '#define'
import { operator } from '#define/reflect'
import { webhookMessages } from '../events/webhook-messages.ts'
import { endpoints } from './endpoints.ts'

// biome-ignore lint/style/noDefaultExport: an API declares itself by its default export, wherever it stands.
export default defineApi({
  slug: 'admin',
  title: 'Operator API',
  summary: 'Accounts, keys, plans, provider keys, usage, audit, imports and the state of the system.',
  surface: operator,
  auth: keyless,
  upstream: null,
  errors: { code: '/error/code', message: '/error/message' },
  endpoints,
  webhooks: webhookMessages,
})
