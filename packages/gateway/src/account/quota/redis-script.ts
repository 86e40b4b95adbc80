// The atomic step that puts calls into a subject's pool in Redis, or draws them from it. Redis is never asked for the
// time: the windows come from the caller, whose time is that of the database, and a pool that has moved to the next
// window stays there.

import { present } from '#define/present'
import { redisScript } from './redis-link.ts'

/** Calls that a process puts into the pool, or wants to draw from it. */
interface PoolRequest {
  readonly minute: number
  readonly day: number
  /** Calls reserved in the database, and put into the pool. */
  readonly given: { readonly perMinute: number; readonly perDay: number }
  readonly wanted: { readonly perMinute: number; readonly perDay: number }
  /** Calls reserved by all processes, as far as this one knows; 0 if it does not. */
  readonly reserved: { readonly perMinute: number; readonly perDay: number }
  readonly serverId: string
}

/** The drawn calls, and the pool afterwards. `minute` and `day` can be later than those of the request. */
interface PoolReply {
  readonly minute: number
  readonly day: number
  readonly drawn: { readonly perMinute: number; readonly perDay: number }
  readonly left: { readonly perMinute: number; readonly perDay: number }
  readonly reserved: { readonly perMinute: number; readonly perDay: number }
}

/** The time after which an idle pool is deleted: longer than any window. */
const expiryS = 2 * 24 * 3600

// One hash per subject, valid only on the server that `server` names: a restarted server can have an older, larger
// pool. There the pool starts empty, which costs the subject at most a block. A pool that is minutes ahead was made
// with a wrong clock, and is emptied.
export const poolScript = redisScript(`
local stored = redis.call('HMGET', KEYS[1], 'minute', 'day', 'minute_left', 'day_left', 'minute_reserved', 'day_reserved', 'server')
local minute, day = tonumber(stored[1]) or -1, tonumber(stored[2]) or -1
local minute_left, day_left = tonumber(stored[3]) or 0, tonumber(stored[4]) or 0
local minute_reserved, day_reserved = tonumber(stored[5]) or 0, tonumber(stored[6]) or 0
local current_minute, current_day = tonumber(ARGV[1]), tonumber(ARGV[2])

if stored[7] ~= ARGV[9] or minute - current_minute >= 2 then minute, day = -1, -1 end
if current_minute > minute then minute, minute_left, minute_reserved = current_minute, 0, 0 end
if current_day > day then day, day_left, day_reserved = current_day, 0, 0 end
if current_minute == minute then
  minute_left = minute_left + tonumber(ARGV[3])
  if tonumber(ARGV[7]) > 0 then minute_reserved = tonumber(ARGV[7]) end
end
if current_day == day then
  day_left = day_left + tonumber(ARGV[4])
  if tonumber(ARGV[8]) > 0 then day_reserved = tonumber(ARGV[8]) end
end

local of_minute, of_day = math.min(tonumber(ARGV[5]), minute_left), math.min(tonumber(ARGV[6]), day_left)
minute_left, day_left = minute_left - of_minute, day_left - of_day
redis.call('HSET', KEYS[1], 'minute', minute, 'day', day, 'minute_left', minute_left, 'day_left', day_left,
  'minute_reserved', minute_reserved, 'day_reserved', day_reserved, 'server', ARGV[9])
redis.call('EXPIRE', KEYS[1], ${expiryS})
return { minute, day, of_minute, of_day, minute_left, day_left, minute_reserved, day_reserved }
`)

/** Returns the arguments of the script, in its order. */
export function scriptArguments({ minute, day, given, wanted, reserved, serverId }: PoolRequest): (string | number)[] {
  const counts = [given, wanted, reserved].flatMap(({ perMinute, perDay }) => [perMinute, perDay])
  return [minute, day, ...counts, serverId]
}

/** Reads the reply of the script; throws a TypeError for anything else. */
export function readReply(reply: unknown): PoolReply {
  const numbers = Array.isArray(reply) ? reply.map(Number) : []
  if (numbers.length !== 8 || !numbers.every(Number.isSafeInteger))
    throw new TypeError('Redis did not reply with counts')
  const [minute = 0, day = 0, ...counts] = numbers
  const pair = (index: number) => ({ perMinute: present(counts[index]), perDay: present(counts[index + 1]) })
  return { minute, day, drawn: pair(0), left: pair(2), reserved: pair(4) }
}
