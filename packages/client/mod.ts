// The exports of the package @gatehouse/client.
export type { Remaining, ResponseInfo } from './answer.ts'
export type { ApiPromise } from './api-promise.ts'
export type { Client, ConnectOptions, Gateway } from './connect.ts'
export { connect, connectTo } from './connect.ts'
export {
  AuthenticationError,
  ConnectionError,
  GatewayError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './gateway-error.ts'
export type { Apis } from './generated/apis.ts'
export type { MarketClient, MarketOptions } from './market.ts'
export { connectMarket } from './market.ts'
export type { ItemOf } from './pages.ts'
export type { Bytes, NamedFile, Upload } from './request.ts'
export type { CallOptions, Connection, RawOptions } from './runtime.ts'
