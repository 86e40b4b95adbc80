// Reads the arguments of our own tools. Models send numbers as text and objects as JSON text; both are understood.
import { isRecord, type JsonObject } from './values.ts'

/** Thrown for a wrong argument; the message tells the model what to change. */
export class WrongArgument extends Error {
  override name = 'WrongArgument'
}

export function readText(args: JsonObject, name: string): string {
  const value = args[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WrongArgument(`${name} is required and is a text.`)
}

export function readOptionalText(args: JsonObject, name: string): string | undefined {
  const value = args[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  throw new WrongArgument(`${name} is a text.`)
}

export function readCount(args: JsonObject, name: string, { least = 1, most, fallback }: CountBounds): number {
  const value = args[name]
  if (value === undefined || value === null) return fallback
  const count = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isInteger(count) || count < least)
    throw new WrongArgument(`${name} is a whole number from ${least} to ${most}.`)
  return Math.min(count, most)
}
interface CountBounds {
  readonly least?: number
  readonly most: number
  readonly fallback: number
}

export function readFlag(args: JsonObject, name: string): boolean {
  const value = args[name]
  if (value === undefined || value === null || value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw new WrongArgument(`${name} is true or false.`)
}

export function readTexts(args: JsonObject, name: string, most: number): string[] | undefined {
  const value = args[name]
  if (value === undefined || value === null) return undefined
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = list.filter((one) => typeof one === 'string' && one !== '')
  if (list.length > most || texts.length !== list.length)
    throw new WrongArgument(`${name} is a list of at most ${most} texts.`)
  return texts.map(String)
}

export function readObject(args: JsonObject, name: string): JsonObject {
  const value = args[name]
  if (value === undefined || value === null || value === '') return {}
  const object: unknown = typeof value === 'string' ? parsed(value) : value
  if (isRecord(object)) return object
  throw new WrongArgument(`${name} is an object, or the JSON text of one.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
