// Chemistry against exhaustive comparison: similarity, substructures, identifiers, and patterns that are meant to hang.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { type Chemistry, createChemistry } from './provider/chemistry/chemistry.ts'
import { loadIndigo } from './provider/chemistry/inchi-reader.ts'
import { choicesOf } from './provider/chemistry/path-features.ts'
import { outlineOfPattern } from './provider/chemistry/pattern-outline.ts'
import { loadRdKit, type Molecule, type RdKit, withMolecule } from './provider/chemistry/rdkit.ts'
import { createKeptMolecules } from './provider/chemistry/substructures.ts'
import type { Database } from './provider/materials/materials.ts'
import { formulaOf } from './provider/structures/formula.ts'
import { isCas, isEc } from './provider/structures/identifiers.ts'
import { readCompounds } from './seed/sample.ts'
import { hasIndigo, testEngines } from './test/engines.ts'
import { databaseOf, madeSmiles, partPatterns } from './test/molecules.ts'

const asker = { account: 'acc_test', signal: new AbortController().signal }
const stereo = [
  'N[C@@H](C)C(=O)O',
  'F/C=C/Cl',
  'F/C=C\\Cl',
  'OC[C@H]1O[C@@H](O)[C@H](O)[C@@H](O)[C@@H]1O',
  '[13CH4]',
  '[2H]OC',
  '[Na+].[Cl-]',
  'C[N+](C)(C)CC(=O)[O-]',
]
/** Cages, joined and large rings, metals, and hydrogens that are atoms. */
const rings = [
  ...['C12C3C4C1C5C2C3C45', 'C1C2CC3CC1CC(C2)C3', 'C1CC2CCC1C2', 'C12C3C1C3C2', 'C1CCCCCCCCCCCCC1', 'C1CC12CCCC2'],
  ...[
    'CC12CCC3C(C1CCC2O)CCC4=CC(=O)CCC34C',
    'c1cc2ccc3cccc4ccc(c1)c2c34',
    'C1=CC2=CC3=CC=C(N3)C=C4C=CC(=N4)C=C5C=CC(=N5)C=C1N2',
  ],
  ...[
    '[NH4+]',
    '[H][H]',
    '[2H]C([2H])([2H])O',
    '[Fe+2]',
    '[Ti+4].[O-2].[O-2]',
    'O=[Si]=O',
    'OS(=O)(=O)O',
    'C[N+]#[C-]',
  ],
]

/** One to three bracketed atoms in a row, with elements, counts, charges, negations and alternatives. */
function madePattern(upTo: (most: number) => number): string {
  const pick = (choices: readonly string[]) => choices[upTo(choices.length - 1)] ?? ''
  const element = () =>
    pick(['', '', '', 'C', 'c', 'N', 'n', 'O', 'S', 'Cl', '#6', '#7', '#8', '*', '!#6', 'A', 'a', '!Rn', '!Cr', '!Zr'])
  const demand = () => {
    const kind = pick(['R', 'r', 'x', 'D', 'X', 'H', '+', '-', 'v'])
    const amount = pick(['', '', '0', '1', '2', '3', '4', '5', '6'])
    return `${pick(['', '', '', '!'])}${kind}${amount}`
  }
  const atom = () => {
    const demands = Array.from({ length: 1 + upTo(1) }, demand)
    const joined = [element(), ...demands].filter((part) => part !== '').join(pick(['', '&', ';', ';', ',']))
    const other = pick(['', '', `,${demand()}`, `,${element() || 'Br'}&${demand()}`])
    return `[${joined}${other}]`
  }
  return Array.from({ length: 1 + upTo(2) }, atom).join(pick(['', '~', '-', '.']))
}
const search = { ...asker, onlyInSubstances: false, skip: 0, count: 10_000 }

describe('chemistry', () => {
  let kit: RdKit
  let chemistry: Chemistry
  let smiles: readonly string[]
  let molecules: readonly (Molecule | null)[]
  let database: Database
  before(async () => {
    kit = await loadRdKit()
    chemistry = createChemistry(testEngines)
    smiles = madeSmiles(600)
    molecules = smiles.map((text) => kit.get_mol(text))
    database = databaseOf(smiles)
  })
  after(async () => {
    for (const molecule of molecules) molecule?.delete()
    await chemistry.close()
  })

  /** Searches by matching every structure. */
  function matchingPlaces(pattern: string): number[] {
    const query = kit.get_qmol(pattern)
    assert.ok(query, pattern)
    const places = molecules.flatMap((molecule, place) =>
      molecule === null || molecule.get_substruct_match(query) === '{}' ? [] : [place],
    )
    query.delete()
    return places
  }

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
      // atoms that may be several elements, rings of any, parts that are not joined, and what has no outline
      '[!#6;!#7;!#8]~[#6]~[#7]',
      '[C,N]~[O,S;!$(O=C)]',
      '[#6;r6]1~[#6]~[#6]~[#6]~[#6]~[#6]~1',
      'a1aaaaa1',
      'C1CN(*)CCO1',
      'Cl.[Br]',
      '[CH2][CH2]%12[CH2]C%12',
      '[13C]',
      '[N+](=O)[O-]',
      'c:1:c:c:c:c:2:c:1:c:c:c:c:2',
      'FC(F)([!#9])C',
      '[R2]',
      '[H3]~[#6]',
      '[D3](~[#8])~[#8]',
      '[!Rn]1~[!Cr]~[!Zr]~*~*~*~1',
    ]) {
      const expected = matchingPlaces(pattern)
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

  test('what a pattern asks of single atoms loses no structure', async () => {
    const random = createSeededRandom(7)
    const texts = [...madeSmiles(150), ...stereo, ...rings]
    const own = texts.map((text) => kit.get_mol(text))
    const many = databaseOf(texts)
    let hits = 0
    for (let count = 0; count < 1500; count++) {
      const pattern = madePattern((most) => random.int(0, most))
      const query = kit.get_qmol(pattern)
      if (!query) continue
      const expected = own.flatMap((molecule, place) => (molecule?.get_substruct_match(query) === '{}' ? [] : [place]))
      query.delete()
      const found = await chemistry.substructure(many, pattern, search)
      assert.deepEqual(found?.places, expected, pattern)
      if (expected.length > 0) hits++
    }
    for (const molecule of own) molecule?.delete()
    // most patterns are found somewhere, or this would show little
    assert.ok(hits > 400, `${hits} patterns were found`)
  })

  test('alternatives of an atom narrow the screen where each of them demands something', () => {
    const alternatives = (pattern: string) => {
      const outline = outlineOfPattern(pattern)
      assert.ok(outline, pattern)
      return choicesOf(outline).map((choice) => choice.length)
    }
    assert.deepEqual(alternatives('[R4,R5]~[Br,I,r9;X1,X2]'), [2, 3, 2])
    // a recursive pattern, a negation and any aromatic atom may be anything
    for (const open of ['[$([R4]),Br]', '[!R4,Br]', '[a,R4]', '[R4]']) assert.deepEqual(alternatives(open), [], open)
  })

  test('a database is searched in a former state after it was searched in a newer one', async () => {
    const [former, newer] = [databaseOf(['CCO', 'CCN']), databaseOf(['CCN'])]
    for (const [state, places] of [
      [former, [1]],
      [newer, [0]],
      [former, [1]],
    ] as const)
      assert.deepEqual((await chemistry.substructure(state, '[#7]', search))?.places, places)
  })

  test('patterns made of the parts of the structures find all that matching finds', async () => {
    let matched = 0
    for (const pattern of partPatterns().filter((_, at) => at % 7 === 0)) {
      const expected = matchingPlaces(pattern)
      assert.deepEqual((await chemistry.substructure(database, pattern, search))?.places, expected, pattern)
      matched += expected.length
    }
    assert.ok(matched > 500, `${matched}`)
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

  test('InChI that cannot be read, or not without loss, is undefined, and without the engine a refusal', async () => {
    const without = createChemistry('/nowhere')
    await assert.rejects(without.read('InChI=1S/CH4/h1H4', asker), { status: 400 })
    await without.close()
    if (!hasIndigo()) return
    assert.equal((await chemistry.read('InChI=1S/CH4/h1H4', asker))?.smiles, 'C')
    for (const inchi of [
      'InChI=',
      'InChI=1S/',
      'InChI=1S/C9/c1-2',
      'InChI=1S/CH4/h1H4/nonsense',
      'InChI=1S/CH5/h1H5',
      // a charge that Indigo puts elsewhere, and one that is not standard InChI
      'InChI=1S/C5H12N2O/c1-5(8)6-7(2,3)4/h1-4H3/p+1',
      'InChI=1/CH4/h1H4',
    ])
      assert.equal(await chemistry.read(inchi, asker), undefined, inchi)
  })

  test('InChI is what a second implementation writes, and is read back', async (t) => {
    if (!hasIndigo()) {
      t.diagnostic('not compared: node packages/cli/gatehouse.js engines add indigo --data .engines')
      return
    }
    const indigo = await loadIndigo(testEngines)
    const options = new indigo.MapStringString()
    let [compared, lost] = [0, 0]
    for (const [at, text] of [...stereo, ...madeSmiles(1000)].entries()) {
      const inchi = withMolecule(kit.get_mol(text), (molecule) => molecule.get_inchi())
      assert.equal(inchi, indigo.convert(text, 'inchi', options), text)
      compared++
      if (at >= stereo.length && at % 5 > 0) continue
      const read = await chemistry.read(inchi ?? '', asker)
      assert.ok(read === undefined || read.inchi === inchi)
      if (read === undefined) lost++
    }
    options.delete()
    t.diagnostic(`${compared} compared, of which ${lost} could not be read back without loss`)
    assert.ok(compared >= 1000 && lost === 0)
  })
})

test('molecules are kept up to a number of atoms, and every one is freed', () => {
  let [made, freed] = [0, 0]
  const molecule = { get_num_atoms: () => 100, delete: () => freed++ }
  const make = () => {
    made++
    return molecule
  }
  const fake = { get_mol_from_uint8array: make } as unknown as RdKit
  const starts = Uint32Array.of(0, 1, 2, 2, 3)
  const library = { count: 4, starts, binaries: Uint8Array.of(1, 2, 3), inSubstance: new Uint8Array(4) }
  const budget = { left: 250 }
  const kept = createKeptMolecules(fake, { ...library, screen: new Uint32Array(0) }, budget)
  for (const place of [0, 1, 2, 3, 0, 1, 2, 3]) kept.with(place, () => undefined)
  // two fit, the third is read each time, and one place has none
  assert.deepEqual([made, freed, budget.left], [4, 2, 50])
  kept.free()
  assert.deepEqual([made, freed, budget.left], [4, 4, 250])
})

function fingerprint(molecule: Parameters<Parameters<typeof withMolecule>[1]>[0]): Set<number> {
  const bytes = molecule.get_rdkit_fp_as_uint8array(JSON.stringify({ nBits: 1024 }))
  const bits = new Set<number>()
  for (let bit = 0; bit < 1024; bit++) if ((((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1) bits.add(bit)
  return bits
}
