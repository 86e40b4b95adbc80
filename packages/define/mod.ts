// The vocabulary in which an API folder declares itself and its provider. What only some APIs need is behind doors of
// its own, such as sockets.ts; readers of declarations use reflect.ts.
export type { Api, FailureInfo, FailureMembers } from './api.ts'
export { defineApi } from './api.ts'
export { hosted, keyless, market, ownKey } from './auth.ts'
export type { Endpoint, Endpoints, InputOf, OutputOf, Pages } from './endpoints.ts'
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
export { Failure, fail } from './errors.ts'
export type { Examples } from './examples.ts'
export { defineExamples } from './examples.ts'
export { defineOperator } from './operator.ts'
export type {
  Call,
  CalledTasks,
  Chunks,
  Handler,
  Handlers,
  HandlersFor,
  JobSchedule,
  Log,
  ProviderKit,
  Random,
} from './provider.ts'
export { defineProvider } from './provider.ts'
export type { Reply } from './reply.ts'
export { isReply, Refusal, refuse, reply } from './reply.ts'
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
