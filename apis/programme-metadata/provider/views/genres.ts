// Genres and formats of programmes.
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Programme } from '../records.ts'
import { optional } from './links.ts'

export function genreGroupsOf({ genreGroups }: Catalogue, { genres }: Programme) {
  return (genres ?? []).map((id) => ({
    id,
    type: 'genre_group',
    genres: {
      genre: (genreGroups.get(id)?.genres ?? []).map((genre, level) => ({
        id: genre.id,
        type: `level${level + 1}`,
        ...optional('$', genre.name),
      })),
    },
  }))
}

export function formatsOf({ formats }: Catalogue, { formats: ids = [] }: Programme) {
  if (ids.length === 0) return {}
  return {
    programme_formats: { format: ids.map((id) => ({ format_id: id, ...optional('$', formats.get(id)?.name) })) },
  }
}
