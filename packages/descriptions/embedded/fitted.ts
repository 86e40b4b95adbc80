// Members that were given, laid over a made-up value of a schema: all of them if possible.
import type { Schema } from '#define'
import { isJson, type Json } from '../reading/json.ts'
import type { AnswerContext } from './answers.ts'
import { isOfFormat } from './sample-text.ts'
import { sampleOf } from './sample-value.ts'

const deepest = 4

/** Completes what was given to a value that the schema allows. */
export function fitted(schema: Schema, given: Json, context: AnswerContext, depth = 0): unknown {
  const { fits, wholeOf } = context
  const sample = sampleOf(schema, context)
  if (!isJson(sample)) return fits(schema, given) ? given : sample
  const whole = wholeOf(schema)
  const properties = isJson(whole.properties) ? whole.properties : {}
  const good = Object.entries(given).flatMap(([name, value]): (readonly [string, unknown])[] => {
    const member = Object.hasOwn(properties, name) ? properties[name] : true
    if (name === '__proto__') return []
    if (!isJson(member) || (fits(member, value) && isOfFormat(wholeOf(member).format, value))) return [[name, value]]
    // an object may lack members only, which are made up
    return isJson(value) && depth < deepest ? [[name, fitted(member, value, context, depth + 1)]] : []
  })
  const known = good.filter(([name]) => Object.hasOwn(sample, name) || Object.hasOwn(properties, name))
  const candidates = [given, { ...sample, ...Object.fromEntries(good) }, { ...sample, ...Object.fromEntries(known) }]
  // what was given comes first only if it is whole, as after a change
  const [, ...completed] = candidates
  const isGood = good.length === Object.keys(given).length && good.every(([name, value]) => value === given[name])
  const isWhole = isGood && Object.keys(sample).every((name) => Object.hasOwn(given, name))
  const found = (isWhole ? candidates : completed).find((one) => fits(schema, one))
  // a schema that nothing fits is answered with what was given
  return found ?? (fits(schema, sample) ? sample : candidates[2])
}
