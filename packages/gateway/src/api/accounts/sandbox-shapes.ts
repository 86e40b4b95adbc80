// Shapes of sandboxes.
import { anyObject, anyOf, body, bool, int, list, nullable, num, obj, oneOf, opt, req, str } from '#define'
import { cutPattern } from '../../embedded/sandboxes/fault-rules.ts'
import { sandboxNamePattern, time, wordPattern } from './shapes.ts'

const nameRules = { pattern: sandboxNamePattern, max: 60 }
const instant = (doc: string) => str({ doc: `${doc} RFC 3339, in UTC.`, example: '2027-01-01T00:00:00.000Z' })

/** Path parameters. */
export const name = str({ ...nameRules, doc: 'Name of the sandbox.', example: 'ci-7' })
export const snapshot = str({ ...nameRules, doc: 'Name of the snapshot.', example: 'two-accounts' })

const Clock = obj({
  now: instant('What its providers take for the time.'),
  running: bool({ doc: 'Whether that time passes.' }),
})
export const Snapshot = obj({
  name: str(),
  now: instant('Time of the sandbox in it.'),
  createdAt: time('When it was taken.'),
})
export const Sandbox = obj({
  name: str(),
  seed: str({ doc: 'Seed of the random values of its providers.' }),
  clock: Clock,
  faults: int({ min: 0, doc: 'Number of its fault rules.' }),
  snapshots: list(Snapshot),
  bytes: int({ min: 0, doc: 'Of its files and those of its snapshots on this machine.' }),
  createdAt: time('When it was made.'),
  usedAt: time('When it was last used, to about a minute. Seven days later it is removed.'),
})

export const newSandbox = body({
  name: req.str({ ...nameRules, doc: 'Lower-case letters, digits and hyphens.' }),
  from: str({
    ...nameRules,
    doc: 'Sandbox of which it becomes a copy. Otherwise it begins as a new installation does.',
  }),
  snapshot: str({ ...nameRules, doc: 'Snapshot of `from` to copy, in place of its current state.' }),
  seed: str({ min: 1, max: 64, pattern: wordPattern, doc: 'Default: that of `from`, or 1.' }),
  now: str({
    max: 40,
    doc: 'Time at which its clock stands, RFC 3339, of the years 2000 to 2099. Left out, it has the clock of `from`, or the real time.',
    example: '2027-01-01T00:00:00Z',
  }),
})
export const clockBody = body({
  now: str({
    max: 40,
    doc: 'Sets the clock to a time, RFC 3339, of the years 2000 to 2099, at which it stands.',
    example: '2027-01-01T00:00:00Z',
  }),
  advance: str({
    max: 40,
    doc: 'Moves the clock ahead by an ISO 8601 duration of weeks, days, hours, minutes and seconds, at most 400 days.',
    example: 'P1DT12H',
  }),
  running: bool({ doc: 'Lets the time pass from where the clock is, or stops it there.' }),
})

const rule = {
  match: opt(
    obj({
      api: opt(str({ max: 64, pattern: wordPattern, doc: 'Slug of a listing; any by default.' })),
      endpoint: opt(str({ max: 100, pattern: wordPattern, doc: 'Id of an endpoint; any by default.' })),
      nth: opt(list(int({ min: 1 }), { min: 1, max: 1000, doc: 'Which of the calls that the rule is about, from 1.' })),
      after: opt(int({ min: 0, doc: 'Only calls after so many.' })),
      share: opt(num({ min: 0, max: 1, doc: 'Share of the calls; which ones depends on the seed alone.' })),
    }),
  ),
  do: obj({
    status: opt(int({ min: 400, max: 599, doc: 'Answers with this status, in the form of the provider’s errors.' })),
    retryAfter: opt(int({ min: 0, max: 86_400, doc: '`retry-after` of that answer, in seconds.' })),
    body: opt(
      anyOf([oneOf(['malformed', 'empty']), anyObject()], {
        doc: 'Body of that answer: JSON that breaks off, none, or this one. Without `status`, `malformed` breaks the provider’s answer off.',
      }),
    ),
    cut: opt(
      anyOf([str({ pattern: cutPattern }), int({ min: 0, max: 999_999_999 })], {
        doc: 'Where the connection ends: `head` before anything, after so many bytes of the body, or `stream:N` after N events.',
        example: 'stream:3',
      }),
    ),
    silent: opt(bool({ doc: 'Never answers; after two minutes the connection ends.' })),
    delayMs: opt(int({ min: 0, max: 120_000, doc: 'Waits before anything else, in milliseconds.' })),
  }),
}
const FaultRule = obj(rule)
export const Faults = obj({
  rules: list(
    obj({
      ...rule,
      matched: int({ min: 0, doc: 'Calls that it is about.' }),
      applied: int({ min: 0, doc: 'Calls that met the fault.' }),
    }),
  ),
})
export const faultsBody = body({
  rules: req.list(FaultRule, { max: 100, doc: 'The first rule that applies to a call decides. Replaces all rules.' }),
})

const pace = anyObject({
  doc: 'How streams arrive: `firstMs`, `perSecond` and `jitter`. Without it they arrive as fast as they can.',
})
export const Scripts = obj({
  rules: list(anyObject(), { doc: 'The rules as they were set, each with `matched`: how often it has answered.' }),
  pace: opt(pace),
})
export const scriptsBody = body({
  rules: req.list(anyObject(), {
    max: 200,
    doc: 'Rules with `match` and `answer`, or `answers` for one after the other. Replaces all rules.',
  }),
  pace,
})

export const Journal = obj({
  requests: list(
    obj({
      number: int({ min: 1 }),
      at: time('Time of the request by the clock of the sandbox.'),
      api: str(),
      endpoint: str(),
      method: str(),
      path: str({ doc: 'Path below the listing.' }),
      query: str(),
      headers: anyObject({ doc: 'By name in lower case, without keys.' }),
      body: nullable(str(), {
        doc: 'The decoded body as text; null without one, if it is no text or over a megabyte.',
      }),
      form: opt(anyObject({ doc: 'Fields of a form with files, of which there are name, type and length.' })),
      fault: opt(str({ doc: 'The rule that was applied, or `header`.' })),
    }),
  ),
  next: opt(int({ doc: 'The `after` of the next page; absent on the last page.' })),
})
