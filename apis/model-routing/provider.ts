// The embedded provider: a router over the operator's channels, with models of its own where there are none.
import { defineProvider } from '#define'
import api from './api.ts'
import { createHandlers, routerFacts } from './provider/assembly.ts'
import { builtInHandlers } from './provider/built-in/handlers.ts'
import { compactResponse, storedHandlers } from './provider/stored/handlers.ts'

const handlers = createHandlers({ builtIn: { ...builtInHandlers, compactResponse }, stored: storedHandlers })

export default defineProvider(api, handlers, routerFacts)
