// Style rule lists in the database. Changes of an account's lists are serialised.
import type { ProviderKit } from '#define'
import { keyedMutex } from '#provider'
import { exclusively } from '#provider/sql'
import type { StyleRulesTable, Tables } from '../../tables.ts'
import { badRequest, notFound } from '../errors.ts'
import { newUuid, uuidIn } from '../ids.ts'

/** Chosen option by rule, by group of rules. */
export type ConfiguredRules = Readonly<Record<string, Readonly<Record<string, string>>>>
export interface Instruction {
  readonly id: string
  readonly label: string
  readonly prompt: string
  readonly source_language?: string | undefined
}
export interface StyleRecord extends Omit<StyleRulesTable, 'rules' | 'instructions'> {
  readonly rules: ConfiguredRules
  readonly instructions: readonly Instruction[]
  /** Each rule and instruction as a sentence for an engine that follows instructions. */
  asInstructions(source: string | undefined): string[]
}
interface StyleChange {
  readonly name?: string | undefined
  readonly rules?: ConfiguredRules | undefined
  readonly instructions?: readonly Instruction[] | undefined
}
type NewStyle = Pick<StyleRecord, 'name' | 'language' | 'rules' | 'instructions'>
export interface StyleStore {
  list(account: string, page: { readonly number: number; readonly size: number }): Promise<StyleRecord[]>
  /** Returns the list; throws 400 for an invalid id and 404 for an unknown one. */
  get(account: string, id: string): Promise<StyleRecord>
  create(account: string, style: NewStyle): Promise<StyleRecord>
  /** Changes the list and increments its version. */
  edit(account: string, id: string, change: (style: StyleRecord) => StyleChange): Promise<StyleRecord>
  remove(account: string, id: string): Promise<void>
}

const maxLists = 1000

type StyleDeps = Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random'>

export function createStyleStore({ db, dialect, now, random }: StyleDeps): StyleStore {
  const changes = keyedMutex<string>({ maxWaiting: 100 })
  const rows = () => db.selectFrom('translation_style_rules').selectAll()

  async function get(account: string, styleId: string): Promise<StyleRecord> {
    const id = uuidIn(styleId, 'style_id')
    const row = await rows().where('account', '=', account).where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound('Style rule list not found')
    return recordOf(row)
  }

  return {
    get,
    async list(account, { number, size }) {
      const page = rows().where('account', '=', account).orderBy('created_at').orderBy('id')
      return (
        await page
          .limit(size)
          .offset(number * size)
          .execute()
      ).map(recordOf)
    },
    create: (account, { name, language, rules, instructions }) =>
      exclusively({ db, dialect }, `translation_style_rules ${account}`, async (trx) => {
        const { count } = await trx
          .selectFrom('translation_style_rules')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('account', '=', account)
          .executeTakeFirstOrThrow()
        if (Number(count) >= maxLists) throw badRequest(`There are already ${maxLists} style rule lists`)
        const row = {
          account,
          id: newUuid(random),
          name,
          language,
          version: 1,
          created_at: now(),
          updated_at: now(),
          rules: JSON.stringify(rules),
          instructions: JSON.stringify(instructions),
        }
        await trx.insertInto('translation_style_rules').values(row).execute()
        return recordOf(row)
      }),
    edit: (account, id, change) =>
      changes.run(account, async () => {
        const before = await get(account, id)
        const { name = before.name, rules = before.rules, instructions = before.instructions } = change(before)
        await db
          .updateTable('translation_style_rules')
          .set({
            name,
            version: before.version + 1,
            updated_at: now(),
            rules: JSON.stringify(rules),
            instructions: JSON.stringify(instructions),
          })
          .where('account', '=', account)
          .where('id', '=', before.id)
          .execute()
        return get(account, id)
      }),
    remove: (account, id) =>
      changes.run(account, async () => {
        const { id: known } = await get(account, id)
        await db.deleteFrom('translation_style_rules').where('account', '=', account).where('id', '=', known).execute()
      }),
  }
}

function recordOf({ rules, instructions, ...row }: StyleRulesTable): StyleRecord {
  const chosen: ConfiguredRules = JSON.parse(rules)
  const list: Instruction[] = JSON.parse(instructions)
  const words = (name: string) => name.replaceAll('_', ' ')
  return {
    ...row,
    rules: chosen,
    instructions: list,
    asInstructions: (source) => [
      ...Object.values(chosen).flatMap((group) =>
        Object.entries(group).map(([rule, option]) => `Style rule for ${words(rule)}: ${words(option)}.`),
      ),
      ...list.filter(({ source_language: only }) => only === undefined || only === source).map(({ prompt }) => prompt),
    ],
  }
}
