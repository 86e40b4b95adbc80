// The sample: the skins that every account starts with, and invented players. The operator's real players are not known
// offline, so only sample players can be copied or validated.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { present } from '#define/present'
import { imageHashOf, type SkinImage, writeSkinImage } from '../images/skin-image.ts'
import { withVersion } from '../uuid.ts'
import { type Design, drawSkin } from './drawing.ts'

/** A sample picture with its hashes and names. */
interface SampleTexture {
  readonly image: SkinImage
  readonly imageHash: string
  readonly textureHash: string
  readonly variant: 'classic' | 'slim'
}
interface SampleSkin extends SampleTexture {
  readonly id: number
  readonly uuid: string
  readonly name: string
}
export interface SamplePlayer extends SampleTexture {
  readonly name: string
  /** 32 hex digits. */
  readonly uuid: string
}
export interface Sample {
  readonly skins: readonly SampleSkin[]
  playerByName(name: string): SamplePlayer | undefined
  playerByUuid(uuid: string): SamplePlayer | undefined
  /** The PNG of a sample texture. */
  pngOf(textureHash: string): Buffer | undefined
}

export function readSample(): Sample {
  const skins = rowsOf('skins.tsv').map((cell) => ({
    ...textureOf(designIn(cell)),
    id: Number(cell('id')),
    uuid: cell('uuid'),
    name: cell('name'),
  }))
  const players = rowsOf('players.tsv').map((cell) => ({
    ...textureOf(designIn(cell)),
    name: cell('name'),
    uuid: offlineUuid(cell('name')),
  }))
  const textures = new Map([...skins, ...players].map(({ textureHash, image }) => [textureHash, writeSkinImage(image)]))
  const byName = new Map(players.map((player) => [player.name.toLowerCase(), player]))
  const byUuid = new Map(players.map((player) => [player.uuid, player]))
  return {
    skins,
    playerByName: (name) => byName.get(name.toLowerCase()),
    playerByUuid: (uuid) => byUuid.get(uuid),
    pngOf: (hash) => textures.get(hash),
  }
}

/** The id that servers without accounts assign to a player: UUID version 3 of the name (SOURCES 4.3). */
function offlineUuid(name: string): string {
  return withVersion(createHash('md5').update(`OfflinePlayer:${name}`).digest(), 3)
}

function textureOf(design: Design): SampleTexture {
  const image = drawSkin(design)
  const textureHash = createHash('sha256').update('sample').update(image.data).digest('hex')
  return { image, imageHash: imageHashOf(image), textureHash, variant: design.variant }
}

type Cell = (name: string) => string

function designIn(cell: Cell): Design {
  return {
    variant: cell('variant') === 'slim' ? 'slim' : 'classic',
    skin: cell('skin'),
    hair: cell('hair'),
    shirt: cell('shirt'),
    trousers: cell('trousers'),
    accent: cell('accent'),
    pattern: cell('pattern'),
  }
}

/** Rows as functions from a column name to a cell. */
function rowsOf(file: string): Cell[] {
  const text = readFileSync(new URL(`../../seed/${file}`, import.meta.url), 'utf8')
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const names = header.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return (name) => present(cells[names.indexOf(name)])
  })
}
