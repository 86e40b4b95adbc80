// The one step in which Redis checks and counts calls for all processes. Redis is never asked for the time: the windows
// come from the caller, whose time is that of the database, and a subject that has moved to the next window stays
// there.
import { redisScript } from './redis-link.ts'

/** What a process reports to Redis about a subject, and how many calls it wants to admit. */
export interface RedisRequest {
  readonly minute: number
  readonly day: number
  readonly perMinute: number
  readonly perDay: number
  /** Calls to admit; 0 only reads. */
  readonly requested: number
  /** Calls of `minute` that Redis had counted when it last replied; it may have lost them since. */
  readonly counted: number
  /** Calls of `minute` admitted since then without Redis. */
  readonly unsynced: number
  /** Calls of `day` reserved in the database and handed over to Redis. */
  readonly granted: number
  /** Calls of `day` that all processes have reserved in the database, as far as this one knows. */
  readonly reserved: number
  readonly serverId: string
}

/** The subject in Redis afterwards. `minute` and `day` may be later than those of the request. */
export interface RedisReply {
  readonly admitted: number
  readonly minute: number
  readonly minuteUsed: number
  readonly day: number
  /** Calls of `day` that are reserved in Redis and not yet admitted. */
  readonly unused: number
  readonly reserved: number
}

/** When an idle subject is deleted: longer than any window, even when clocks differ by hours. */
const expiryS = 2 * 24 * 3600

// One hash per subject. Its `left`, the unused calls, is valid only on the server that `server` names: one that was
// restarted may have an older, higher value. There it starts at zero, which costs the subject at most a block. Minutes
// of processes differ by one at most; a later one than that is of a clock that was wrong, and leaves the present minute
// closed, whose calls nobody knows any more.
export const countScript = redisScript(`
local stored = redis.call('HMGET', KEYS[1], 'minute', 'used', 'day', 'left', 'reserved', 'server')
local minute, used = tonumber(stored[1]) or -1, tonumber(stored[2]) or 0
local day, left, reserved = tonumber(stored[3]) or -1, tonumber(stored[4]) or 0, tonumber(stored[5]) or 0
local current_minute, current_day = tonumber(ARGV[1]), tonumber(ARGV[2])
local per_minute, per_day, requested = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local server = ARGV[10]

if stored[6] ~= server then left = 0 end
if minute - current_minute >= 2 then
  minute, used, day, left, reserved = current_minute, per_minute, current_day, 0, 0
end
if current_minute > minute then minute, used = current_minute, 0 end
if current_minute == minute then used = math.max(used, tonumber(ARGV[6])) + tonumber(ARGV[7]) end
if current_day > day then day, left, reserved = current_day, 0, 0 end
if current_day == day then
  left = left + tonumber(ARGV[8])
  reserved = math.max(reserved, tonumber(ARGV[9]))
end

local admitted = math.max(0, math.min(requested, per_minute - used, left, per_day - reserved + left))
used, left = used + admitted, left - admitted
redis.call('HSET', KEYS[1], 'minute', minute, 'used', used, 'day', day, 'left', left, 'reserved', reserved, 'server', server)
redis.call('EXPIRE', KEYS[1], ${expiryS})
return { admitted, minute, used, day, left, reserved }
`)

/** The arguments of the script, in its order. */
export function scriptArguments(request: RedisRequest): (string | number)[] {
  const { minute, day, perMinute, perDay, requested, counted, unsynced, granted, reserved, serverId } = request
  return [minute, day, perMinute, perDay, requested, counted, unsynced, granted, reserved, serverId]
}

/** Reads the reply of the script; throws a TypeError when it is anything else. */
export function readReply(reply: unknown): RedisReply {
  if (!Array.isArray(reply)) throw new TypeError('Redis did not reply with counts')
  const numbers = reply.map(Number)
  const [admitted = Number.NaN, minute = 0, minuteUsed = 0, day = 0, unused = 0, reserved = Number.NaN] = numbers
  if (!numbers.every(Number.isSafeInteger) || numbers.length !== 6)
    throw new TypeError('Redis did not reply with counts')
  return { admitted, minute, minuteUsed, day, unused, reserved }
}
