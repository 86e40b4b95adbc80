// The second entry point of `define`, for readers of declarations: derive, the gateway and tests. API folders declare
// with the words of mod.ts and need nothing from here.
export type { ErrorPointers, Upstream } from './api.ts'
export { defaultLimits } from './api.ts'
export type { BodyKind, Effect, Method } from './endpoints.ts'
export { effectOf, effects, isRaw, pathNames } from './endpoints.ts'
export type { ErrorCode, ErrorInfo } from './errors.ts'
export { errors } from './errors.ts'
export { importPhases } from './provider.ts'
export type { ParamInfo } from './shapes.ts'
export { isRequired, paramInfoOf } from './shapes.ts'
