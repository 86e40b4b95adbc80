// Entities by identifier, as in the store behind the feeds. The provider documents only the responses for genres and
// formats; the others are assumed to be the item of the feed in the same envelope.
import { get, str } from '#define'
import { Group, Image, MasterBrand, Promotion } from '../schemas/entities.ts'
import { rawOf } from '../schemas/links.ts'
import { Brand, Episode, Programme, RawFormat, RawGenreGroup } from '../schemas/programmes.ts'

const params = { pid: str({ doc: 'Pid of the entity.', example: 'b0zzz001' }) }

export const raw = {
  getBrand: get('/v1/brands/{pid}', 'Brand by pid', { params, returns: rawOf(Brand) }),
  listBrandFranchises: get('/v1/brands/{pid}/franchises/', 'Franchises of a brand', { params, returns: rawOf(Group) }),
  getEpisode: get('/v1/episodes/{pid}', 'Episode by pid', { params, returns: rawOf(Episode) }),
  listEpisodeAncestors: get('/v1/episodes/{pid}/ancestors/', 'Series and brand of an episode', {
    params,
    returns: rawOf(Programme),
  }),
  listEpisodeFormats: get('/v1/episodes/{pid}/formats/', 'Formats of an episode', {
    params,
    returns: rawOf(RawFormat),
    doc: 'Titles are HTML-escaped.',
  }),
  listEpisodeGenreGroups: get('/v1/episodes/{pid}/genre_groups/', 'Genre groups of an episode', {
    params,
    returns: rawOf(RawGenreGroup),
    doc: 'Titles are HTML-escaped.',
  }),
  getImage: get('/v1/images/{pid}', 'Image by pid', { params, returns: rawOf(Image) }),
  getMasterBrand: get('/v1/master_brands/{mbid}', 'Master brand by identifier', {
    params: { mbid: str({ doc: 'Identifier of the master brand.', example: 'bbc_four' }) },
    returns: rawOf(MasterBrand),
  }),
  getPromotion: get('/v1/promotions/{pid}', 'Promotion by pid', { params, returns: rawOf(Promotion) }),
}
