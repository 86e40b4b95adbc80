// Endpoints to monitor and run the gateway: usage, audit, APIs, imports, rotation of the master key, state of the
// system.
import { events, get, int, list, obj, oneOf, opt, post, req, str, streamBody } from '#define'
import { lineLevels } from '../../../process/recent-lines.ts'
import { AccountsUsage, accountsUsageParams, textPattern, wordPattern } from '../../accounts/shapes.ts'
import { ApiState, AuditEntry, ImportEvent, LogLine, Rotation, RotationEvent, Status } from '../schemas.ts'

/** The size limit of an import; the largest public dumps that are imported are several gigabytes. */
const importBytes = 16 * 1024 ** 3
const hourMs = 3_600_000

export const operationEndpoints = {
  usage: get('/usage', 'Calls by hour, day or in all, grouped by listing, provider, key and more', {
    params: accountsUsageParams,
    returns: AccountsUsage,
  }),
  audit: get('/audit', 'Who changed what, newest first', {
    params: {
      limit: int({ min: 1, max: 1000, default: 100, doc: 'Maximum number of entries per page.' }),
      before: int({ min: 1, doc: 'The `next` of the previous page.' }),
      actor: str({
        max: 100,
        pattern: textPattern,
        doc: 'Only changes by this actor: operator, or the id of an account.',
      }),
      action: str({
        max: 100,
        pattern: wordPattern,
        doc: 'Only this action; with a `.` at its end, all that begin so.',
        example: 'key.',
      }),
      target: str({ max: 200, pattern: textPattern, doc: 'Only changes of this thing, by its id.' }),
      surface: oneOf(['http', 'mcp', 'console'], { doc: 'Only changes by calls that came this way.' }),
      from: int({ min: 0, doc: 'Milliseconds since the epoch.' }),
      to: int({ min: 0, doc: 'Milliseconds since the epoch, exclusive.' }),
    },
    returns: obj({ entries: list(AuditEntry), next: opt(int()) }),
  }),
  listApis: get('/apis', 'Every API, its listings and its providers', { returns: obj({ apis: list(ApiState) }) }),
  importFile: post('/imports/{slug}', 'Imports a public file into an embedded provider and reports progress', {
    params: {
      slug: str({ doc: 'Slug of the API, or of one of its listings.' }),
      file: req.str({
        max: 255,
        doc: 'Name of the file, for importers that recognise formats by it.',
        example: 'rates.csv',
      }),
      account: str({ doc: 'Account to import for; optional while there is only one.' }),
      bytes: int({ min: 0, doc: 'Size of the file, for the percentage; by default the Content-Length.' }),
    },
    body: streamBody(),
    returns: events(ImportEvent),
    limits: { bodyBytes: importBytes, idleMs: hourMs, totalMs: 6 * hourMs },
  }),
  vaultRotation: get('/vault/rotation', 'Progress of the rotation of the master key', { returns: Rotation }),
  rotateVault: post('/vault/rotation', 'Rotates the master key while the gateway serves calls, and reports progress', {
    returns: events(RotationEvent),
    limits: { idleMs: hourMs, totalMs: 6 * hourMs },
  }),
  listLogLines: get('/logs', 'What the process that answers has logged lately, oldest first', {
    params: {
      from: int({ min: 0, doc: 'Only lines from this time on, in milliseconds since the epoch.' }),
      level: oneOf(lineLevels, { default: 'debug', doc: 'Only lines of this level or a more serious one.' }),
      limit: int({ min: 1, max: 1000, default: 200, doc: 'Maximum number of lines; the latest are returned.' }),
    },
    returns: obj({ lines: list(LogLine) }),
  }),
  status: get('/status', 'State of this process and of what it depends on', { returns: Status }),
}
