// The public words of `define`: everything an API folder may import of ours.
export type { Api, ErrorPointers, FailureInfo, FailureMembers, Listing, Upstream } from './api.ts'
export { defaultLimits, defineApi } from './api.ts'
export type { Auth, Keyless, OwnKey, Surface } from './auth.ts'
export { hosted, keyless, market, operator, ownKey, self } from './auth.ts'
export type {
  Body,
  BodyKind,
  Endpoint,
  Endpoints,
  InputOf,
  Limits,
  Method,
  OutputOf,
  Raw,
  Result,
  UpstreamCall,
  ValuesOf,
} from './endpoints.ts'
export {
  anyBody,
  body,
  bodyOf,
  bytes,
  csv,
  del,
  empty,
  events,
  get,
  isRaw,
  patch,
  pathNames,
  post,
  put,
  streamBody,
  text,
} from './endpoints.ts'
export type { ErrorCode, ErrorInfo, FailureNotes } from './errors.ts'
export { errors, Failure, fail } from './errors.ts'
export type { Example, ExampleFile, Examples } from './examples.ts'
export { defineExamples } from './examples.ts'
export type { Live, LiveAdaptation, LiveRequest } from './live.ts'
export { defineLive } from './live.ts'
export type { OperatorPart } from './operator.ts'
export { defineOperator } from './operator.ts'
export type {
  Outbound,
  OutboundAnswer,
  OutboundReason,
  OutboundRequest,
  SecretRef,
  Secrets,
  SignatureHash,
} from './outbound.ts'
export { OutboundFailure } from './outbound.ts'
export type {
  Call,
  CalledTasks,
  EmbeddedRequest,
  Fetched,
  Fetcher,
  Handler,
  Handlers,
  HandlersFor,
  ImportCounts,
  ImportFile,
  ImportProgress,
  Isolation,
  JobSchedule,
  Log,
  OpenedProvider,
  Parts,
  Provider,
  ProviderKit,
  ProviderOptions,
  Random,
  ReportProgress,
  Tasks,
} from './provider.ts'
export { defineProvider, importPhases } from './provider.ts'
export type { Reply } from './reply.ts'
export { isReply, Refusal, refuse, reply } from './reply.ts'
export type { Defaulted, FilePart, Members, ObjectOf, Of, ParamInfo, Required, Schema, Shape } from './shapes.ts'
export {
  anyObject,
  anyOf,
  anything,
  bool,
  currency,
  day,
  file,
  int,
  isOptional,
  isRequired,
  list,
  map,
  nullable,
  num,
  obj,
  oneOf,
  opt,
  paramInfoOf as factsOf,
  req,
  str,
} from './shapes.ts'
