// The second entry point of `define`, for readers of declarations: derive, the gateway and tests. API folders declare
// with the words of mod.ts and need nothing from here.
export type { CheckerOf, ErrorPointers, Listing, Upstream, Webhook } from './api.ts'
export type { Auth, KeyPlace, OwnKey, Surface, TokenSource } from './auth.ts'
export { clientParts, keyPartsOf, keyPlace, operator, self } from './auth.ts'
export type { Body, BodyKind, Effect, Limits, Method } from './endpoints.ts'
export { effectOf, effects, isRaw, pathNames } from './endpoints.ts'
export type { ErrorCode, ErrorInfo } from './errors.ts'
export { errors } from './errors.ts'
export type { Example, ExampleFile } from './examples.ts'
export { importPhases } from './imports.ts'
export type { EmbeddedRequest, OpenedProvider, Provider, Tasks } from './provider.ts'
export type { ParamInfo, ParamStyle } from './shapes.ts'
export { isRequired, parameterOf, paramInfoOf } from './shapes.ts'
