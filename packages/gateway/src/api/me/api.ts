// The self-service API: an account's view of itself, and its changes, with its own gateway key.
import { defineApi, keyless } from '#define'
import { self } from '#define/reflect'
import { webhookMessages } from '../events/webhook-messages.ts'
import { endpoints } from './endpoints.ts'

// biome-ignore lint/style/noDefaultExport: an API declares itself by its default export, wherever it stands.
export default defineApi({
  slug: 'me',
  title: 'Self-service API',
  summary: 'Account, limits, usage, provider keys and the choice of provider, by the key of the account itself.',
  surface: self,
  auth: keyless,
  upstream: null,
  errors: { code: '/error/code', message: '/error/message' },
  endpoints,
  webhooks: webhookMessages,
})
