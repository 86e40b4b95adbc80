// Numbers of studies by category (SOURCES 2.6).
import { type StudyCategories, unknownOrder } from '../../model/categories.ts'
import type { Study } from '../../model/records.ts'
import { byCategory } from '../materials/materials.ts'

/** Returns one count for each category of a substance, or for each of its interpretation results. */
export function studySummary(
  categories: StudyCategories,
  studies: readonly Study[],
  { uri, byResult }: { readonly uri: string; readonly byResult: boolean },
): object[] {
  return byCategory(categories, studies).flatMap(({ topCategory, category, studies: same }) => {
    const known = categories.get(category)
    const top = `${uri}/study?top=${encodeURIComponent(topCategory)}`
    const counts = new Map<string | null, number>()
    for (const { result } of same) {
      const key = byResult ? result : null
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return [...counts].map(([result, count]) => ({
      topcategory: { title: topCategory, uri: top },
      category: {
        title: category,
        description: known?.title || category,
        order: known?.order ?? unknownOrder,
        uri: `${top}&category=${encodeURIComponent(category)}`,
      },
      interpretation_result: result,
      count,
    }))
  })
}
