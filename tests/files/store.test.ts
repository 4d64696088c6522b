import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { STORE_ID_FILE, storeProblem, storeState } from '#src/server/files/store-id.server.ts'
import { startApi } from '../support/api.ts'
import { send } from '../support/uploads.ts'

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'yardstick-store-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('a directory belongs to one database, and every host has to have it', async () => {
  const made = await startApi()
  const { db, files } = made
  const [first, second] = await Promise.all([storeState(db, files), storeState(db, files)])
  expect([first, second]).toEqual([{ fits: true }, { fits: true }])
  const id = readFileSync(join(files, STORE_ID_FILE), 'utf8').trim()
  const empty = directory()
  expect(await storeState(db, empty)).toEqual({ fits: false, kind: 'none', wanted: id, hasFiles: false })
  await send(made, await made.signIn(), 'a.txt', 'text')
  const state = await storeState(db, empty)
  expect(state).toMatchObject({ kind: 'none', hasFiles: true })
  const problem = storeProblem(state, empty) ?? ''
  expect(problem).toContain('is not the directory with the files of this database. Every host needs the same directory')
  expect(problem).toContain(`write ${id} into ${join(empty, STORE_ID_FILE)}`)
  writeFileSync(join(empty, STORE_ID_FILE), 'of another one\n')
  const other = await storeState(db, empty)
  expect(storeProblem(other, empty)).toContain('belongs to another database')
  writeFileSync(join(empty, STORE_ID_FILE), `${id}\n`)
  expect(await storeState(db, empty)).toEqual({ fits: true })
})

test('a new database takes the directory that is there', async () => {
  const { db } = await startApi()
  const there = directory()
  writeFileSync(join(there, STORE_ID_FILE), 'kept\n')
  expect(await storeState(db, there)).toEqual({ fits: true })
})
