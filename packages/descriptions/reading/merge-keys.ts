// Merge keys (`<<`) of YAML: a map takes over the members of others, unless it has them itself.
import { DescriptionRefused } from '../refused.ts'
import { isJson, type Json } from './json.ts'

const deepest = 50

/** Resolves merge keys in place, with a limit of members that are taken over in the whole document. */
export class Merging {
  #left: number

  constructor(mostMembers: number) {
    this.#left = mostMembers
  }

  /** Takes over the members of the maps that `<<` names, one or several, of which the first wins. */
  resolve(value: Json, depth = 0): void {
    if (!Object.hasOwn(value, '<<')) return
    if (depth > deepest) throw refused(`Maps are merged more than ${deepest} levels deep.`)
    const sources = [value['<<']].flat()
    // removed first, so that a map that merges itself ends
    Reflect.deleteProperty(value, '<<')
    for (const source of sources) {
      if (!isJson(source)) throw refused('A merge key (<<) names a map or a list of maps.')
      this.resolve(source, depth + 1)
      for (const [name, member] of Object.entries(source)) {
        if (--this.#left < 0) throw refused('Its merge keys (<<) take over too many members. Write fewer of them.')
        if (name !== '__proto__' && !Object.hasOwn(value, name)) Object.assign(value, { [name]: member })
      }
    }
  }
}

const refused = (reason: string) => new DescriptionRefused('', reason)
