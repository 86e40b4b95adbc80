// All handlers with what the gateway's own models and stored things answer.
import { createHandlers } from './assembly.ts'
import { builtInHandlers } from './models/built-in/handlers.ts'
import { compactResponse, storedHandlers } from './models/stored/handlers.ts'

export const handlers = createHandlers({ builtIn: { ...builtInHandlers, compactResponse }, stored: storedHandlers })
