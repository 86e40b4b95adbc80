// What the package @gatehouse/client exports.
export type { Remaining, ResponseFacts } from './answer.ts'
export type { ConnectOptions, Gateway } from './connect.ts'
export { connect } from './connect.ts'
export { GatewayError } from './gateway-error.ts'
export type { Apis } from './generated/apis.ts'
export type { Bytes, NamedFile, Upload } from './request.ts'
export type { CallOptions, RawOptions } from './runtime.ts'
