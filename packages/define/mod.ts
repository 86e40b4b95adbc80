// The vocabulary in which an API folder declares itself and its provider. Readers of declarations use reflect.ts.
export type { Api, FailureInfo, FailureMembers, Listing } from './api.ts'
export { defineApi } from './api.ts'
export type { Auth, OwnKey, Surface } from './auth.ts'
export { hosted, keyless, market, operator, ownKey, self } from './auth.ts'
export type { Body, Endpoint, Endpoints, InputOf, Limits, OutputOf, Pages } from './endpoints.ts'
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
  patch,
  post,
  put,
  streamBody,
  text,
} from './endpoints.ts'
export type { ApiEngines, CheckedEngine, EngineFolders, PresentEngine } from './engines.ts'
export { defineEngines } from './engines.ts'
export { Failure, fail } from './errors.ts'
export type { Example, ExampleFile, Examples } from './examples.ts'
export { defineExamples } from './examples.ts'
export type { Live, LiveAdaptation, LiveRequest } from './live.ts'
export { defineLive } from './live.ts'
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
  BudgetSpending,
  Call,
  CalledTasks,
  Chunks,
  EmbeddedRequest,
  Fetched,
  Fetcher,
  Handler,
  Handlers,
  HandlersFor,
  ImportCounts,
  ImportFile,
  ImportProgress,
  JobSchedule,
  Log,
  OpenedProvider,
  Provider,
  ProviderKit,
  Random,
  ReportProgress,
  SocketHandler,
  Spending,
  SpendingQuery,
  Tasks,
} from './provider.ts'
export { defineProvider, keyBudgetId } from './provider.ts'
export type { Reply } from './reply.ts'
export { isReply, Refusal, refuse, reply } from './reply.ts'
export type { Converse, Message, Session } from './sessions.ts'
export type { FilePart, Members, Of, Schema, Shape } from './shapes.ts'
export {
  anyObject,
  anyOf,
  anything,
  bool,
  currency,
  day,
  file,
  int,
  list,
  map,
  nullable,
  num,
  obj,
  oneOf,
  opt,
  req,
  str,
} from './shapes.ts'
export type { Socket, Sockets } from './sockets.ts'
export { socket } from './sockets.ts'
export { isMadeOf, quotedParameters, withoutTrailing } from './texts.ts'
