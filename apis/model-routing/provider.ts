// The embedded provider: a router over the operator's channels, with models of its own where there are none. Its code is loaded with the
// first call.
import { defineProvider, loadedHandlers } from '#define'
import api from './api.ts'
import { endpoints } from './endpoints.ts'
import { routerFacts } from './provider/facts.ts'

const handlers = loadedHandlers(endpoints, async () => (await import('./provider/handlers.ts')).handlers)

export default defineProvider(api, handlers, routerFacts)
