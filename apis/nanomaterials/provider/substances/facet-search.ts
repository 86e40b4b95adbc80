// Searches for substances by measurements: up to three categories, each with conditions on its effects (SOURCES 2.9).
import { ownMember } from '#provider'
import type { Effect, Study, Substance } from '../../model/records.ts'
import { badRequest } from '../errors.ts'

type Passes = (substance: Substance) => boolean

const mostCategories = 3

/**
 * Reads `category=TOX.ENM_0000068_SECTION&endpoint.TOX.ENM_0000068_SECTION=IC50&lovalue.…=5`: all categories must pass.
 */
export function facetCondition(query: URLSearchParams): Passes {
  const named = query.getAll('category').filter((category) => category !== '')
  if (named.length > mostCategories) throw badRequest(`At most ${mostCategories} categories can be combined.`)
  const conditions = named.map((category) => studyCondition(category, query))
  return ({ studies }) => conditions.every((passes) => studies.some(passes))
}

function studyCondition(category: string, query: URLSearchParams): (study: Study) => boolean {
  const dot = category.indexOf('.')
  const [top, code] = dot < 0 ? [category, ''] : [category.slice(0, dot), category.slice(dot + 1)]
  const given = (name: string) => query.get(`${name}.${category}`) || undefined
  const result = given('iresult')
  const conditions = [
    textCondition(given('endpoint'), ({ endpoint }) => endpoint),
    textCondition(given('unit'), ({ result: { unit } }) => unit),
    numberCondition(given('lovalue'), given('loqlf') ?? '>=', ({ result: { loValue } }) => loValue),
    numberCondition(given('upvalue'), given('upqlf') ?? '<=', ({ result: { upValue, loValue } }) => upValue ?? loValue),
  ].filter((condition) => condition !== undefined)
  return (study) =>
    study.topCategory === top &&
    (code === '' || study.category === code) &&
    (result === undefined || study.result === result) &&
    (conditions.length === 0 || study.effects.some((effect) => conditions.every((passes) => passes(effect))))
}

type EffectCondition = ((effect: Effect) => boolean) | undefined

function textCondition(wanted: string | undefined, of: (effect: Effect) => string | null | undefined): EffectCondition {
  return wanted === undefined ? undefined : (effect) => of(effect) === wanted
}

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '>=': (value, bound) => value >= bound,
  '>': (value, bound) => value > bound,
  '<=': (value, bound) => value <= bound,
  '<': (value, bound) => value < bound,
  '=': (value, bound) => value === bound,
}

function numberCondition(
  bound: string | undefined,
  qualifier: string,
  of: (effect: Effect) => number | null | undefined,
): EffectCondition {
  if (bound === undefined) return undefined
  const compares = ownMember(comparisons, qualifier.trim())
  const limit = Number(bound)
  if (!compares || !Number.isFinite(limit)) throw badRequest('A value is compared as a number by =, <, <=, > or >=.')
  return (effect) => {
    const value = of(effect)
    return typeof value === 'number' && compares(value, limit)
  }
}
