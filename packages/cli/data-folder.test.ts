// Where an installed package keeps its data, by platform.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataFolder } from './data-folder.js'

const folderFor = (platform: string, env: Record<string, string>, home = '/home/ann') =>
  dataFolder({ platform, env }, home)?.replaceAll('\\', '/')

test('data is in the folder that the platform has for data of a user', () => {
  assert.equal(folderFor('linux', {}), '/home/ann/.local/share/gatehouse')
  assert.equal(folderFor('linux', { XDG_DATA_HOME: '/srv/ann' }), '/srv/ann/gatehouse')
  assert.equal(folderFor('darwin', {}, '/Users/ann'), '/Users/ann/Library/Application Support/gatehouse')
  assert.equal(folderFor('win32', { LOCALAPPDATA: 'C:/Users/ann/Local' }), 'C:/Users/ann/Local/gatehouse')
  assert.equal(folderFor('win32', {}, 'C:/Users/ann'), 'C:/Users/ann/AppData/Local/gatehouse')
})

test('a relative or empty XDG_DATA_HOME is ignored, as its specification says', () => {
  for (const folder of ['', 'data', './data'])
    assert.equal(folderFor('linux', { XDG_DATA_HOME: folder }), '/home/ann/.local/share/gatehouse')
})
