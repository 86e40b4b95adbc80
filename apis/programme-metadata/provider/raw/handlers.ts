// Single entities below `/v1`, in the envelope of a page (SOURCES 4.4).
import type { Call, HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { originalVersion } from '../catalogue/programme-columns.ts'
import { engineError } from '../errors.ts'
import type { FeedDeps } from '../feeds/feed.ts'
import { isCurrent } from '../feeds/programme-filters.ts'
import type { Programme, ProgrammeKind } from '../records.ts'
import { isoTime } from '../times.ts'
import { groupView, imageView, masterBrandView, promotionView } from '../views/entities.ts'
import { programmeView } from '../views/programme.ts'
import { answer, answerErrors } from '../wire/answer.ts'

type RawName =
  | 'getBrand'
  | 'listBrandFranchises'
  | 'getEpisode'
  | 'listEpisodeAncestors'
  | 'listEpisodeFormats'
  | 'listEpisodeGenreGroups'
  | 'getImage'
  | 'getMasterBrand'
  | 'getPromotion'

const noMixins = new Set<string>()

export function rawHandlers(load: () => Promise<FeedDeps>): HandlersFor<typeof endpoints, RawName> {
  /** Creates a handler for the entities that `find` returns; undefined is a 404. */
  const handlerOf =
    <Input>(name: string, find: (input: Input, deps: FeedDeps) => readonly object[] | undefined) =>
    (input: Input, { request }: Call) =>
      answerErrors(request, async () => {
        const deps = await load()
        const items = find(input, deps)
        if (!items) throw engineError('not_found', `There is no ${name} with this identifier.`)
        return answer(
          'nitro',
          { results: { total: items.length, items } },
          { request, isSample: deps.catalogue.isSample },
        )
      })
  return {
    getBrand: handlerOf('brand', ({ pid }: { pid: string }, deps) => {
      const brand = programmeOf(deps.catalogue, pid, 'brand')
      return brand && [viewOf(brand, deps)]
    }),
    listBrandFranchises: handlerOf('brand', ({ pid }: { pid: string }, { catalogue }) => {
      if (!programmeOf(catalogue, pid, 'brand')) return undefined
      const franchises = catalogue.groups.rows.filter(
        (group) => group.kind === 'franchise' && !group.isEmbargoed && group.members.includes(pid),
      )
      return franchises.map((group) => groupView(group, catalogue, noMixins))
    }),
    getEpisode: handlerOf('episode', ({ pid }: { pid: string }, deps) => {
      const episode = programmeOf(deps.catalogue, pid, 'episode')
      return episode && [viewOf(episode, deps)]
    }),
    listEpisodeAncestors: handlerOf('episode', ({ pid }: { pid: string }, deps) => {
      const { programmes, tree } = deps.catalogue
      if (!programmeOf(deps.catalogue, pid, 'episode')) return undefined
      const ancestors = tree.ancestorsOf(programmes.indexOf(pid)).flatMap((index) => programmes.rows[index] ?? [])
      return ancestors.map((ancestor) => viewOf(ancestor, deps))
    }),
    listEpisodeFormats: handlerOf('episode', ({ pid }: { pid: string }, { catalogue }) => {
      const episode = programmeOf(catalogue, pid, 'episode')
      return (
        episode &&
        (episode.formats ?? []).map((id) => ({
          item_type: 'format',
          id,
          title: escapeHtml(catalogue.formats.get(id)?.name ?? id),
          updated_time: isoTime(episode.updated),
        }))
      )
    }),
    listEpisodeGenreGroups: handlerOf('episode', ({ pid }: { pid: string }, { catalogue }) => {
      const episode = programmeOf(catalogue, pid, 'episode')
      return (
        episode &&
        (episode.genres ?? []).map((id) => ({
          item_type: 'genre_group',
          id,
          type: 'genre_group',
          updated_time: isoTime(episode.updated),
          genres: (catalogue.genreGroups.get(id)?.genres ?? []).map((genre, level) => ({
            id: genre.id,
            type: `level${level + 1}`,
            title: escapeHtml(genre.name ?? genre.id),
          })),
        }))
      )
    }),
    getImage: handlerOf('image', ({ pid }: { pid: string }, { catalogue }) => {
      const image = catalogue.images.get(pid)
      return image && !image.isEmbargoed ? [imageView(image)] : undefined
    }),
    getMasterBrand: handlerOf('master brand', ({ mbid }: { mbid: string }, { catalogue }) => {
      const brand = catalogue.masterBrands.get(mbid)
      return brand && [masterBrandView(brand, catalogue, noMixins)]
    }),
    getPromotion: handlerOf('promotion', ({ pid }: { pid: string }, { catalogue, now }) => {
      const promotion = catalogue.promotions.get(pid)
      return promotion && [promotionView(promotion, isCurrent(promotion, now), noMixins)]
    }),
  }
}

function programmeOf({ programmes }: Catalogue, pid: string, kind: ProgrammeKind): Programme | undefined {
  const programme = programmes.get(pid)
  return programme?.kind === kind && !programme.isEmbargoed ? programme : undefined
}

function viewOf(programme: Programme, { catalogue, now }: FeedDeps) {
  const index = catalogue.programmes.indexOf(programme.pid)
  const originalOf = (at: number) => originalVersion(catalogue, at)
  return programmeView(programme, index, { catalogue, now, mixins: noMixins, originalOf })
}

/** Escapes for HTML, as titles in these responses are (SOURCES 4.4). */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
