// Serves translation memories and their segments.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { badRequest } from '../errors.ts'
import { isoTime } from '../ids.ts'
import { pageIn } from '../pages.ts'
import type { MemoryRecord, MemoryStore, Segment } from './store.ts'

type MemoryHandlers = HandlersFor<
  typeof endpoints,
  'listTranslationMemories' | 'getTranslationMemory' | 'deleteTranslationMemory' | 'translationMemorySegments'
>

const defaultPage = 20
const maxPage = 100
/** Segments read at once, and the number of such reads after which a filtered call stops. */
const sliceSegments = 500
const maxSlices = 40

export function createMemoryHandlers(store: MemoryStore): MemoryHandlers {
  return {
    async listTranslationMemories({ page, page_size }, { account }) {
      const memories = await store.list(account, pageIn(page, page_size))
      return { translation_memories: memories.map(view), total_count: await store.count(account) }
    },
    async getTranslationMemory({ translation_memory_id }, { account }) {
      return view(await store.get(account, translation_memory_id))
    },
    async deleteTranslationMemory({ translation_memory_id }, { account }) {
      await store.remove(account, translation_memory_id)
    },
    async translationMemorySegments(input, { account }) {
      const { page_size: size = defaultPage, page_cursor, filter_text: filter = '' } = input
      if (size < 1 || size > maxPage) throw badRequest('Invalid or missing argument: page_size')
      if (filter !== '' && [...filter].length < 2) throw badRequest('filter_text has at least 2 characters')
      const memory = await store.get(account, input.translation_memory_id)
      const isFound = matcher(filter, input.filter_case_sensitive ?? false)
      const filterKey = `${filter}/${input.filter_case_sensitive ?? false}`
      let last = page_cursor === undefined ? -1 : cursorIn(page_cursor, filterKey)
      const found: Segment[] = []
      let isComplete = false
      for (let slice = 0; slice < maxSlices && found.length < size && !isComplete; slice += 1) {
        const segments = await store.segmentsAfter(memory.id, last, sliceSegments)
        isComplete = segments.length < sliceSegments
        for (const segment of segments) {
          last = segment.number
          if (isFound(segment)) found.push(segment)
          if (found.length === size) {
            isComplete &&= segment === segments.at(-1)
            break
          }
        }
      }
      return {
        segments: found.map((segment) => segmentView(memory, segment)),
        segment_count: memory.segment_count,
        ...(isComplete ? {} : { next_page_cursor: cursorOf(last, filterKey) }),
      }
    },
  }
}

function matcher(filter: string, isCaseSensitive: boolean): (segment: Segment) => boolean {
  const fold = (text: string) => (isCaseSensitive ? text : text.toLowerCase())
  const wanted = fold(filter)
  return ({ source, targets }) => [source, ...Object.values(targets)].some((text) => fold(text).includes(wanted))
}

function cursorOf(number: number, filter: string): string {
  return Buffer.from(JSON.stringify([number, filter])).toString('base64url')
}

/** Reads a cursor; throws 400 if it is invalid or belongs to another filter. */
function cursorIn(cursor: string, filter: string): number {
  try {
    const [number, of]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof number === 'number' && Number.isSafeInteger(number) && of === filter) return number
  } catch {
    // reported below
  }
  throw badRequest('Invalid or missing argument: page_cursor')
}

function segmentView({ id, updated_at }: MemoryRecord, { number, source, targets }: Segment) {
  const source_segment_id = `${id}-${number}`
  return {
    source_segment_id,
    source_text: source,
    targets: Object.entries(targets).map(([language, text]) => ({
      target_segment_id: `${source_segment_id}-${language}`,
      target_language: language,
      target_text: text,
      updated_time: isoTime(updated_at),
    })),
  }
}

function view({ id, name, source, targets, segment_count, created_at, updated_at }: MemoryRecord) {
  return {
    translation_memory_id: id,
    name,
    source_language: source,
    target_languages: [...targets],
    segment_count,
    creation_time: isoTime(created_at),
    updated_time: isoTime(updated_at),
  }
}
