import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { listOf, rowsBy } from '../support/base-info.ts'
import { killAtTheEnd } from '../support/killed.ts'
import { moduleStore, secondVersion } from '../support/store.ts'

const english = { locale: 'en' } as const
const uid = 'lending'

/** A site with the sample module, or with what makes it one. */
async function site(installed: boolean) {
  const store = await moduleStore()
  await store.upload()
  if (installed) expect(await store.install(uid)).toMatchObject({ code: 200 })
  return store
}

test('a process that is killed before the end of what it does with a module leaves nothing, and says so; then it works', async () => {
  const [first, second, third, fourth] = [await site(false), await site(true), await site(true), await site(true)]
  await second.upload(secondVersion())
  const planOf = async ({ plan }: typeof first) => ({ uid, choices: {}, plan: (await plan(uid)).plan })
  const off = { uid, on: false }
  const aside = { uid, data: 'aside' as const }
  const at = ({ db, url }: typeof first) => ({ db, url })
  await killAtTheEnd([
    { ...at(first), call: 'install', body: await planOf(first) },
    { ...at(second), call: 'install', body: await planOf(second) },
    { ...at(third), call: 'state', body: off },
    { ...at(fourth), call: 'uninstall', body: aside },
  ])
  const cases = [
    { store: first, kind: 'install', again: () => first.install(uid) },
    { store: second, kind: 'update', again: () => second.install(uid) },
    { store: third, kind: 'disable', again: () => third.call('changeState', { uid, state: 6 }) },
    { store: fourth, kind: 'uninstall', again: () => fourth.call('uninstall', aside) },
  ]
  for (const { store, kind, again } of cases) {
    const newest = async () => (await listOf(store.admin, 'module-log')).slice(0, 2)
    const interrupted = { kind, state: 'error', message: m.modules_interrupted({}, english) }
    expect((await newest())[0]).toMatchObject(interrupted)
    expect(await again(), kind).toMatchObject({ code: 200 })
    expect(await newest()).toMatchObject([{ kind, state: 'success' }, interrupted])
  }
  expect(await rowsBy(first.admin, 'lending-loan', 'name')).toHaveProperty('First')
  expect(await second.admin('GET', '/adminApi/lending-loan/index')).toMatchObject({ status: 404 })
  for (const { admin } of [third, fourth])
    expect(await admin('GET', '/adminApi/lending-thing/index')).toMatchObject({ status: 404 })
})
