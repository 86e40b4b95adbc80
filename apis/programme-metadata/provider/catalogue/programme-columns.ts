// The columns that filter programmes. Each is created by the first call that needs it.
import type { Programme, Version } from '../records.ts'
import { type Column, columnOf, type Postings, postingsOf } from './columns.ts'
import type { Table } from './table.ts'
import { filingTitle } from './titles.ts'

type Text = string | undefined

export interface ProgrammeColumns {
  readonly kind: () => Column<Text>
  readonly parent: () => Column<Text>
  readonly masterBrand: () => Column<Text>
  readonly mediaType: () => Column<Text>
  readonly partner: () => Column<string>
  readonly isEmbargoed: () => Column<boolean>
  /** Letter under which a title is filed, and its first letter; empty without a title. */
  readonly letter: () => Column<string>
  readonly strictLetter: () => Column<string>
  /** Duration of the original version, in seconds. */
  readonly duration: () => Column<number | undefined>
  readonly genres: () => Postings
  readonly formats: () => Postings
  readonly contributors: () => Postings
}
interface ProgrammeColumnDeps {
  readonly programmes: Table<Programme>
  readonly versions: Table<Version>
  readonly versionsOf: (programme: number) => readonly number[]
}

export function createProgrammeColumns(deps: ProgrammeColumnDeps): ProgrammeColumns {
  const { rows } = deps.programmes
  const column = <V>(fieldOf: (row: Programme, index: number) => V) => onFirstCall(() => columnOf(rows, fieldOf))
  const postings = (fieldsOf: (row: Programme) => readonly string[] | undefined) =>
    onFirstCall(() => postingsOf(rows, fieldsOf))
  return {
    kind: column(({ kind }): Text => kind),
    parent: column(({ parent }) => parent),
    masterBrand: column(({ masterBrand }) => masterBrand),
    mediaType: column(({ mediaType }): Text => mediaType),
    partner: column(({ partner }) => partner),
    isEmbargoed: column(({ isEmbargoed }) => isEmbargoed === true),
    letter: column(({ title }) => filingTitle(title ?? '').charAt(0)),
    strictLetter: column(({ title }) => [...(title ?? '')][0]?.toLowerCase() ?? ''),
    duration: column((_, index) => originalVersion(deps, index)?.duration),
    genres: postings(({ genres }) => genres),
    formats: postings(({ formats }) => formats),
    contributors: postings(({ contributions }) => contributions?.map(({ person }) => person)),
  }
}

/** Returns the version that determines the duration: the original one, else the first. */
export function originalVersion(
  { versions, versionsOf }: Pick<ProgrammeColumnDeps, 'versions' | 'versionsOf'>,
  programme: number,
): Version | undefined {
  const own = versionsOf(programme).flatMap((version) => versions.rows[version] ?? [])
  return own.find(({ types }) => types.includes('Original')) ?? own[0]
}

function onFirstCall<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
