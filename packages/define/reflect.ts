// The second door of `define`: what reads declarations. An API folder declares with the words of mod.ts and needs none
// of this; derive, the gateway and tests do.
export type { ErrorPointers, Upstream } from './api.ts'
export { defaultLimits } from './api.ts'
export type { BodyKind, Effect, Method } from './endpoints.ts'
export { effectOf, effects, isRaw, pathNames } from './endpoints.ts'
export type { ErrorCode, ErrorInfo } from './errors.ts'
export { errors } from './errors.ts'
export { importPhases } from './provider.ts'
export type { ParamInfo } from './shapes.ts'
export { isRequired, paramInfoOf } from './shapes.ts'
