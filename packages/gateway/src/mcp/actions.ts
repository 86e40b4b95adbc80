// Actions in questions and declarations. Words such as "which" and "make" name no subject, but distinguish the list of
// things from a single one, and reading from creating, changing and deleting.
import { stemmer } from 'stemmer'
import type { Operation } from './operations.ts'

type Action = 'list' | 'one' | 'create' | 'update' | 'delete'

/** Returns the action of an operation; undefined if the declaration does not show it. */
export function actionOf({ id, effect, endpoint }: Pick<Operation, 'id' | 'effect' | 'endpoint'>): Action | undefined {
  const { method, path } = endpoint
  const isOfOne = /\}(?:\.\{?\w+\}?)?\/?$/.test(path)
  if (method === 'DELETE') return 'delete'
  if (effect === 'read') return method === 'GET' ? (isOfOne ? 'one' : 'list') : undefined
  if (method === 'PUT' || method === 'PATCH') return 'update'
  if (isOfOne) return 'update'
  return /^(?:create|add|upload|import|open|generate)/.test(id) ? 'create' : undefined
}

const cues: Readonly<Record<Action, string>> = {
  list: 'which all every list browse overview page these those various several many existing',
  one: 'one single details detail particular specific id number by again this',
  create: 'create add new make set start open save record log upload register enter put build define insert import',
  update:
    'change update edit rename modify replace set switch adjust move alter amend revise rewrite different another',
  delete: 'delete remove erase discard drop clear rid throw purge forget trash bin scrap away unlink detach',
}
const actionsOfCue = new Map<string, Action[]>()
for (const action of ['list', 'one', 'create', 'update', 'delete'] as const)
  for (const word of cues[action].split(' ')) {
    const stem = stemmer(word)
    actionsOfCue.set(stem, [...(actionsOfCue.get(stem) ?? []), action])
  }

/** Returns the share of each action in a query, 0 to 1, in total at most 1. */
export function actionsMeant(query: string): ReadonlyMap<Action, number> {
  const counts = new Map<Action, number>()
  let total = 0
  for (const word of query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const actions = /^\d+$/.test(word) ? (['one'] as const) : (actionsOfCue.get(stemmer(word)) ?? [])
    for (const action of actions) {
      counts.set(action, (counts.get(action) ?? 0) + 1 / actions.length)
      total += 1 / actions.length
    }
  }
  return new Map([...counts].map(([action, count]) => [action, count / total]))
}
