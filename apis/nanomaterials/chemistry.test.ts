// Chemistry against exhaustive comparison: similarity, substructures, identifiers, and patterns that are meant to hang.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Chemistry, createChemistry } from './provider/chemistry/chemistry.ts'
import { loadRdKit, type RdKit, withMolecule } from './provider/chemistry/rdkit.ts'
import type { Database } from './provider/materials/materials.ts'
import { formulaOf } from './provider/structures/formula.ts'
import { isCas, isEc } from './provider/structures/identifiers.ts'
import { readCompounds } from './seed/sample.ts'
import { databaseOf, madeSmiles } from './test/molecules.ts'

const asker = { account: 'acc_test', signal: new AbortController().signal }
const search = { ...asker, onlyInSubstances: false, skip: 0, count: 10_000 }

describe('chemistry', () => {
  let kit: RdKit
  let chemistry: Chemistry
  let smiles: readonly string[]
  let database: Database
  before(async () => {
    kit = await loadRdKit()
    chemistry = createChemistry()
    smiles = madeSmiles(600)
    database = databaseOf(smiles)
  })
  after(() => chemistry.close())

  test('identifiers of the sample are those of its structures', async () => {
    for (const [id, { smiles: text, inchi, inchiKey, formula, cas, ec }] of await readCompounds()) {
      assert.ok(cas === undefined || isCas(cas), id)
      assert.ok(ec === undefined || isEc(ec), id)
      if (text === undefined) continue
      const read = await chemistry.read(text, asker)
      assert.deepEqual([read?.inchi, read?.inchiKey], [inchi, inchiKey], id)
      assert.equal(formulaOf(inchi ?? ''), formula, id)
    }
  })

  test('a structure is the same from SMILES, in any order of atoms, and from a MOL block', async () => {
    // coordinates decide what is on which side of a double bond, which SMILES may leave open
    for (const text of smiles.filter((one) => !one.replace('N1C=CC=C1', '').includes('C=C')).slice(0, 50)) {
      const [block = ''] = await chemistry.blocks([text], asker)
      const [one, other] = [await chemistry.read(text, asker), await chemistry.read(block, asker)]
      assert.deepEqual(other, one, text)
      assert.match(one?.inchiKey ?? '', /^[A-Z]{14}-[A-Z]{10}-[A-Z]$/)
    }
    assert.deepEqual(
      (await chemistry.read('OC(=O)C', asker))?.inchiKey,
      (await chemistry.read('CC(O)=O', asker))?.inchiKey,
    )
  })

  test('substructure searches find what matching every structure finds, in order and in pages', async () => {
    for (const pattern of [
      'c1ccccc1',
      'C(=O)[OH]',
      '[#7]',
      'Cl',
      'CCCC',
      '[CX3]=[OX1]',
      'c1ccncc1',
      '[$([NX3](C)C)]',
      '[!#6]',
      'C1CC1',
      'N~C~O',
    ]) {
      const expected = smiles.flatMap((text, place) => {
        const isIn = withMolecule(kit.get_mol(text), (molecule) =>
          withMolecule(kit.get_qmol(pattern), (query) => molecule.get_substruct_match(query) !== '{}'),
        )
        return isIn ? [place] : []
      })
      const found = await chemistry.substructure(database, pattern, search)
      assert.deepEqual(found?.places, expected, pattern)
      const page = await chemistry.substructure(database, pattern, { ...search, skip: 3, count: 5 })
      assert.deepEqual(page?.places, expected.slice(3, 8), pattern)
      const inUse = await chemistry.substructure(database, pattern, { ...search, onlyInSubstances: true })
      assert.deepEqual(
        inUse?.places,
        expected.filter((place) => place % 2 === 0),
        pattern,
      )
    }
    assert.equal(await chemistry.substructure(database, 'c1ccc(', search), undefined)
  })

  test('similarities are those of all pairs of fingerprints, the greatest first, and 1 for the structure itself', async () => {
    const bits = smiles.map((text) => withMolecule(kit.get_mol(text), fingerprint) ?? new Set<number>())
    for (const place of [0, 7, 77, 401]) {
      const own = bits[place] ?? new Set()
      const expected = bits
        .map((other, at) => ({ at, metric: own.intersection(other).size / own.union(other).size }))
        .filter(({ metric }) => metric > 0.4)
        .sort((one, other) => other.metric - one.metric || one.at - other.at)
      const found = await chemistry.similar(database, smiles[place] ?? '', { ...search, threshold: 0.4 })
      assert.ok(typeof found === 'object')
      assert.deepEqual(
        found.places,
        expected.map(({ at }) => at),
      )
      assert.deepEqual(
        found.metrics,
        expected.map(({ metric }) => metric),
      )
      assert.equal(found.metrics[0], 1)
      assert.ok(expected.length > 0)
    }
    assert.equal(await chemistry.similar(database, 'nothing', { ...search, threshold: 0.5 }), undefined)
  })

  test('a pattern that would match for years is refused in seconds, and the next search is answered', async () => {
    const large = databaseOf([`${'C1CC(C1)'.repeat(55)}C`, ...smiles.slice(0, 20)])
    const hostile = `[$([#6]${'~[#6]'.repeat(90)}~[#9])]`
    const begun = performance.now()
    await assert.rejects(chemistry.substructure(large, hostile, search), { status: 400 })
    assert.ok(performance.now() - begun < 15_000)
    const found = await chemistry.substructure(database, 'c1ccccc1', search)
    assert.ok((found?.places.length ?? 0) > 10)
  })
})

function fingerprint(molecule: Parameters<Parameters<typeof withMolecule>[1]>[0]): Set<number> {
  const bytes = molecule.get_rdkit_fp_as_uint8array(JSON.stringify({ nBits: 1024 }))
  const bits = new Set<number>()
  for (let bit = 0; bit < 1024; bit++) if ((((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1) bits.add(bit)
  return bits
}
