// Result shapes of the operator API.
import { anyObject, bool, int, list, nullable, obj, oneOf, opt, str } from '#define'
import { importPhases } from '#define/reflect'
import { lineLevels } from '../../process/recent-lines.ts'
import { keySurfaces } from '../accounts/key-shapes.ts'
import { accountProvider, time } from '../accounts/shapes.ts'
import { checkers } from '../added/options.ts'

export const Account = obj({
  id: str({ pattern: '^acc_' }),
  name: str(),
  plan: str(),
  isDemo: bool({ doc: 'Created by the first start.' }),
  enabled: bool({ doc: 'The keys of a disabled account are refused.' }),
  provider: accountProvider,
  createdAt: time('When it was created.'),
})
export const Plan = obj({
  id: str(),
  perMinute: int({ min: 0, doc: 'Calls per minute.' }),
  perDay: int({ min: 0, doc: 'Calls per UTC day.' }),
  createdAt: time('When it was created.'),
})
export const ApiState = obj({
  slug: str(),
  title: str(),
  summary: str(),
  surface: oneOf(keySurfaces),
  listings: list(obj({ slug: str(), title: str() })),
  auth: oneOf(['keyless', 'own', 'optional']),
  state: oneOf(['embedded and live', 'embedded', 'live', 'none'], { doc: 'Which providers there are.' }),
  endpoints: int({ min: 0 }),
  imports: nullable(str(), { doc: 'Files that can be imported; null where there is no importer.' }),
  sample: nullable(str(), { doc: 'Describes the data that comes with the embedded provider.' }),
  added: bool({ doc: 'True for an API that the operator has added.' }),
})
export const AddedApi = obj({
  slug: str(),
  title: str(),
  summary: str(),
  version: str({ doc: 'Version of the document, in its own words.' }),
  openapi: str({ doc: 'Version of OpenAPI that the document is written in.', example: '3.1.0' }),
  base: nullable(str(), { doc: 'Base address of live calls.' }),
  revision: int({ min: 1, doc: 'Counts the changes.' }),
  check: oneOf(checkers),
  open: bool(),
  operations: int({ min: 0, doc: 'Operations that were taken.' }),
  leftOut: list(obj({ pointer: str({ doc: 'JSON Pointer into the document.' }), reason: str() }), {
    doc: 'Parts of the document that were not taken, at most 200.',
  }),
  leftOutTotal: int({ min: 0 }),
  elsewhere: list(obj({ address: str(), operations: int({ min: 1 }) }), {
    doc: 'Operations that are left out because the document serves them at another address, at most 200 addresses.',
  }),
  keys: list(
    obj({
      name: str({ doc: 'Name of the security scheme in the document.' }),
      sent: str({ doc: 'Where a key of the scheme goes.' }),
    }),
    { doc: 'The keys that an account stores.' },
  ),
  otherKeys: list(str(), { doc: 'Security schemes whose keys are not used; `scheme` chooses others.' }),
  firstCall: nullable(str(), { doc: 'A first call as a curl command.' }),
  changes: list(obj({ change: str(), breaking: bool() }), {
    doc: 'What a new document changes, breaking changes first, at most 200.',
  }),
  changesTotal: int({ min: 0 }),
})
export const AuditEntry = obj({
  id: int(),
  at: time('When it was done.'),
  actor: str({ doc: 'operator, the id of an account, or a word such as first-start.' }),
  action: str({ example: 'key.revoke' }),
  target: str(),
  detail: anyObject({ doc: '`by` is the id of the key with which an account made the change.' }),
  surface: nullable(oneOf(['http', 'mcp', 'console']), {
    doc: 'The surface of the call that made the change; null for changes without a call, and for older ones.',
  }),
})
export const Rotation = obj({
  state: oneOf(['idle', 'running', 'done', 'failed', 'unfinished'], {
    doc: 'unfinished: it was interrupted, here or in another process, and can be started again.',
  }),
  masterVersion: int({ doc: 'Version of the master key that new records are sealed under.' }),
  versionsInUse: list(int(), { doc: 'Versions that records are sealed under.' }),
  rewrapped: int({ min: 0, doc: 'Records that the last run in this process has sealed again.' }),
  unreadable: list(str(), { doc: 'Records that could not be opened; while there are any, old versions are kept.' }),
  startedAt: nullable(time('When the last run in this process began.')),
  endedAt: nullable(time('When it ended.')),
  problem: nullable(str(), { doc: 'Why it failed.' }),
})

const failed = { error: obj({ code: str(), message: str() }) }

/** One event of an import or a rotation: any number of `progress`, then one `result` or `error`. */
export const ImportEvent = obj({
  kind: oneOf(['progress', 'result', 'error']),
  phase: opt(oneOf(importPhases, { doc: 'What the import is doing.' })),
  percent: opt(int({ min: 0, max: 100, doc: 'Percentage of the phase that is done, if known.' })),
  counts: opt(anyObject({ doc: 'Records so far, by kind.' })),
  notes: opt(list(str(), { doc: 'What the importer chose and left out, such as rows it skipped, in sentences.' })),
  error: opt(failed.error),
})
export const RotationEvent = obj({
  kind: oneOf(['progress', 'result', 'error']),
  step: opt(oneOf(['added', 'rewrapped', 'dropped'])),
  version: opt(int({ doc: 'The new version of the master key.' })),
  rewrapped: opt(int({ min: 0 })),
  unreadable: opt(list(str())),
  remaining: opt(list(int(), { doc: 'Old versions that are still kept.' })),
  error: opt(failed.error),
})
export const LogLine = obj({
  id: str({ doc: 'Unique among all processes.' }),
  at: time('When it was written.'),
  level: oneOf(lineLevels),
  message: str(),
  fields: anyObject({ doc: 'What else was logged, with secrets masked.' }),
})
export const Status = obj({
  version: str({ doc: 'Version of the gateway.' }),
  node: str({ doc: 'Version of Node.js.' }),
  startedAt: time('When this process started.'),
  database: obj({
    kind: oneOf(['sqlite', 'postgres']),
    reachable: bool(),
    ms: nullable(int({ min: 0 }), { doc: 'Its response time; null when it did not respond.' }),
    version: nullable(str(), { doc: 'Its version; null when it did not respond.' }),
  }),
  redis: oneOf(['off', 'reachable', 'away'], { doc: 'off: none is configured.' }),
  processes: int({ min: 1, doc: 'Gateway processes on this database.' }),
  memoryBytes: int({ min: 0, doc: 'Memory of this process.' }),
  dataFolder: obj({
    path: str(),
    freeBytes: nullable(int({ min: 0 }), { doc: 'Null when the file system does not report it.' }),
    lastBackupAt: nullable(time('When the newest backup in its folder `backups` was made, by the file name.'), {
      doc: 'Null without one; backups may be elsewhere.',
    }),
  }),
  masterKey: obj({ version: int(), versionsInUse: list(int()) }),
  counts: obj({ accounts: int(), keys: int({ doc: 'Keys that are not revoked.' }), providerKeys: int() }),
  servesSample: bool({ doc: 'Whether embedded providers may answer from sample data.' }),
  mayServe: bool({ doc: 'Whether this process receives revocations of keys; while it does not, it refuses calls.' }),
})
