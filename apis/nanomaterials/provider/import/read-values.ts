// Reads values of a file: texts of bounded length, finite numbers, nothing else.
import { cleanString } from '#provider/import'
import type { Measured } from '../../model/records.ts'
import { limits } from './limits.ts'

export type Members = Readonly<Record<string, unknown>>

/** Returns the members of an object; empty for any other value. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a text, or a number as text; undefined for anything else, including an empty or too long text. */
export function textIn(value: unknown, longest: number = limits.text): string | undefined {
  const text = typeof value === 'number' ? String(value) : cleanString(value, longest)
  return text === '' ? undefined : text
}

export function textOrNull(value: unknown): string | null {
  return textIn(value) ?? null
}

export function numberOrNull(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = Number(value)
  return value !== '' && Number.isFinite(number) ? number : null
}

/** Reads parameters or conditions. */
export function measuredIn(value: unknown): Record<string, Measured> {
  const found: [string, Measured][] = []
  for (const [name, one] of Object.entries(membersOf(value))) {
    const key = textIn(name)
    if (key === undefined || found.length >= limits.measured) continue
    found.push([key, measured(one)])
  }
  return Object.fromEntries(found)
}

function measured(value: unknown): Measured {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return textOrNull(value)
  const { loValue, upValue, loQualifier, upQualifier, unit } = membersOf(value)
  const range = {
    loValue: numberOrNull(loValue) ?? textIn(loValue),
    upValue: numberOrNull(upValue) ?? textIn(upValue),
    loQualifier: textIn(loQualifier),
    upQualifier: textIn(upQualifier),
    unit: textIn(unit),
  }
  return Object.fromEntries(Object.entries(range).filter(([, one]) => one !== undefined))
}
