// Extracts players and their actions from the description of a play: in the scorers' wording, as published by the
// provider (SOURCES 5.3), and in that of the sample.

import { tries } from '../../model/plays/columns.ts'
import { types } from '../../model/plays/kinds.ts'
import type { PlayPeople } from './stored.ts'

interface PlayWords extends PlayPeople {
  /** Yards of a kick, and of a return. */
  readonly length: number
  readonly returned: number
  readonly try: number
}

const yards = String.raw`(\d{1,3})[ -]?(?:yds?|yards?)\b`
const ends = String.raw`(?=,|\.| at | for | return| \(|$)`
const patterns = {
  run: /^(.{1,40}?) (?:run|rush)\b/i,
  scoredRun: /^(.{1,40}?) \d+ (?:yd|yard)s? (?:run|rush)\b/i,
  pass: /^(.{1,40}?) pass\b/i,
  passTo: new RegExp(String.raw`\bpass (?:complete |incomplete )?to (.{1,40}?)${ends}`, 'i'),
  scoredPass: /^(.{1,40}?) \d+ (?:yd|yard)s? (?:td )?pass from (.{1,40}?)(?= \(|,|$)/i,
  brokenUp: new RegExp(`broken up by (.{1,40}?)${ends}`, 'i'),
  intercepted: new RegExp(`intercepted (?:by )?(.{1,40}?)${ends}`, 'i'),
  scoredInterception: /^(.{1,40}?) \d+ (?:yd|yard)s? interception return/i,
  sacked: /^(.{1,40}?) sacked\b/i,
  // bounded by longest
  sackedBy: /sacked by (.{1,40}?)(?: and (.{1,40}?))?(?= for |,|$)/i,
  tackled: new RegExp(`tackled (?:in the end zone )?by (.{1,40}?)${ends}`, 'i'),
  forced: new RegExp(`forced by (.{1,40}?)${ends}`, 'i'),
  recovered: new RegExp(`recovered by (.{1,40}?)${ends}`, 'i'),
  fumbled: /^(.{1,40}?) (?:fumbled?\b|for (?:no gain|a loss|\d))/i,
  punter: /^(.{1,40}?) punt\b/i,
  kicker: /^(.{1,40}?) (?:kickoff|on-side)/i,
  fieldGoal: /^(.{1,40}?) (\d{1,2}) (?:yd|yard)s? (?:field goal|fg)\b/i,
  // bounded by longest
  returner: /, ?(.{1,40}?) returns?\b|(?:returned|fair catch) by (.{1,40}?)(?=,| at | for |$)/i,
  length: new RegExp(String.raw`\b(?:punt|kickoff) for ${yards}`, 'i'),
  returned: new RegExp(`return(?:s|ed)?(?: by .{1,40}?)?,? for (?:a loss of )?${yards}`, 'i'),
  scoredReturn: new RegExp(`${yards} (?:interception|punt|kickoff|fumble) return`, 'i'),
} as const

/** Limit of the searched text; descriptions of a single play are shorter. */
const longest = 400

export function wordsOf(type: number, description: string | null): PlayWords {
  const text = (description ?? '').slice(0, longest)
  const find = (name: keyof typeof patterns, group = 1): string | null =>
    patterns[name].exec(text)?.[group]?.trim() || null
  const yardsOf = (...names: (keyof typeof patterns)[]): number => {
    for (const name of names) {
      const found = find(name)
      if (found !== null) return Number(found)
    }
    return 0
  }
  const returner = () => find('returner') ?? find('returner', 2)
  const none = { actor: null, partner: null, defender: null, second: null, length: 0, returned: 0, try: tryOf(text) }
  switch (type) {
    case types.rush:
    case types.rushTouchdown:
      return { ...none, actor: find('run') ?? find('scoredRun'), defender: find('tackled') }
    case types.reception:
    case types.passTouchdown:
      if (find('scoredPass')) return { ...none, actor: find('scoredPass', 2), partner: find('scoredPass') }
      return { ...none, actor: find('pass'), partner: find('passTo'), defender: find('tackled') }
    case types.incompletion:
      return { ...none, actor: find('pass'), partner: find('passTo'), defender: find('brokenUp') }
    case types.interception:
    case types.interceptionTouchdown:
      return {
        ...none,
        actor: find('pass'),
        defender: find('intercepted') ?? find('scoredInterception'),
        returned: yardsOf('returned', 'scoredReturn'),
      }
    case types.sack:
      return { ...none, actor: find('sacked'), defender: find('sackedBy'), second: find('sackedBy', 2) }
    case types.safety:
      return { ...none, actor: find('run') ?? find('sacked') ?? find('pass'), defender: find('tackled') }
    case types.fumbleOwn:
    case types.fumbleLost:
    case types.fumbleTouchdown:
      return {
        ...none,
        actor: find('run') ?? find('sacked') ?? find('pass') ?? find('fumbled'),
        defender: find('forced'),
        second: find('recovered'),
        returned: yardsOf('returned', 'scoredReturn'),
      }
    case types.punt:
    case types.puntTouchdown:
    case types.blockedPunt:
      return {
        ...none,
        actor: find('punter'),
        partner: returner(),
        length: yardsOf('length'),
        returned: yardsOf('returned', 'scoredReturn'),
      }
    case types.kickoff:
    case types.kickoffTouchdown:
      return {
        ...none,
        actor: find('kicker'),
        partner: returner(),
        length: yardsOf('length'),
        returned: yardsOf('returned', 'scoredReturn'),
      }
    case types.fieldGoal:
    case types.fieldGoalMissed:
    case types.blockedFieldGoal:
      return { ...none, actor: find('fieldGoal'), length: Number(find('fieldGoal', 2) ?? 0) }
    default:
      return none
  }
}

/** Returns the try after a touchdown, which the same text describes. */
function tryOf(text: string): number {
  if (/two[ -]point/i.test(text)) return /fail|no good/i.test(text) ? tries.twoFailed : tries.twoGood
  if (/kick\)|kick good|PAT good/i.test(text) && !/fail|miss|block/i.test(text)) return tries.kickGood
  return /(?:kick|PAT) (?:failed|missed|blocked|no good)|missed PAT/i.test(text) ? tries.kickMissed : tries.none
}
