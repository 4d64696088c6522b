// Makes the fixture of this release, with the release itself: see README.md. It was run once and cannot be run again.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { openDatabase } from '#src/db/client.server.ts'
import { openEmbedded } from '#src/db/embedded/embedded.server.ts'
import { passwords } from '../../../support/passwords.ts'
import { type Person, signIn, want } from '../contract.ts'
import { arrangeBaseInfo, baseInfoFacts } from './base-info.ts'
import { arrangeBrowsers } from './browsers.ts'
import { arrangeFiles, arrangeStoredFiles, importedCodes, leaveUnderWay } from './files.ts'
import { arrangeOrganizations, organizationFacts } from './organizations.ts'
import { backedUp, filesIn, lookInside, pack, shrink } from './pack.ts'
import {
  arrangeAccounts,
  arrangeMenus,
  arrangeSettings,
  arrangeStoredView,
  arrangeViews,
  grantStored,
  viewsOf,
} from './people.ts'
import { arrangeGuards, arrangeSessions } from './sign-ins.ts'
import { arrangeStored, storedFacts } from './stored.ts'

/** Tables whose rows come and go by themselves, or with the release: an upgrade may change how many there are. */
const madeByTheProduct = new Set([
  ...['area', 'browser_session', 'captcha', 'config', 'idempotency', 'import_row', 'import_verdict', 'job', 'rule'],
  ...['throttle', 'token', 'token_family'],
])

const root = join(import.meta.dirname, '../../../..')
const out = resolve(process.argv[2] ?? 'release')
const dataDir = process.env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'ys-')))
const env = {
  ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'error', PORT: '0' },
  ...{ DATA_DIR: dataDir, ADMIN_PASSWORD: passwords.admin, MEMBER_PASSWORD: passwords.member },
}

await mkdir(out, { recursive: true })
const { child, url, ended } = await start()
// Whatever goes wrong here, nothing is left running.
process.on('exit', () => child.kill('SIGTERM'))
const server = await openEmbedded({ dataDir, log: () => undefined })
const db = openDatabase(server.url, 4)
const admin = await signIn(url, 'admin', 'admin', passwords.admin)

const organizations = await arrangeOrganizations(admin)
const baseInfo = await arrangeBaseInfo(admin)
const people = await arrangeAccounts(db, organizations.id)
const settings = await arrangeSettings(db, url)
const changed = await arrangeMenus(db)
const officer = await signIn(url, 'admin', 'officer', passwords.admin)
const member = await signIn(url, 'user', 'member', passwords.member)
await arrangeViews(db, admin, officer, people.officer)
const files = await arrangeFiles(admin, officer, db)
const throttled = await arrangeGuards(url, [admin, member])
const browsers = await arrangeBrowsers(url)
const sessions = await arrangeSessions(url, db)
// This release restores no backup that holds rows of a stored resource: one is made before there are any.
backUp('backup-plain.tar.gz')

const { id: organization } = organizations
const stored = await arrangeStored({ db, admin, organization, subject: baseInfo.subject, level: baseInfo.special })
await grantStored(db, people.officer, 'baseInfo/exam-room')
await arrangeStoredView(admin)
const exported = await arrangeStoredFiles(admin)

const again = { code: 'ONCE', name: '只添加一次', type: 'school', pid: organization('QS') }
const key = 'one-form-of-before-the-upgrade'
const once = want(v.object({ id: v.number() }), await admin.call('POST', '/adminApi/organization/add', again, { key }))
want(v.unknown(), await admin.call('POST', '/adminApi/organization/add', again, { key }))

// As in a database that has seen other months: a change of a month that has no partition.
await db.execute(
  sql`update change set create_time = '2001-02-03T04:05:06.789Z' where id = (select min(id) from change)`,
)

const facts = {
  accounts: [
    { side: 'admin', username: 'admin', password: passwords.admin, super: true },
    { side: 'admin', username: 'officer', password: passwords.admin, scope: 'orgBelow', organization: 'YC-LH' },
    { side: 'admin', username: 'reader', password: passwords.admin, scope: 'org', organization: 'YC-BS-S1' },
    { side: 'user', username: 'member', password: passwords.member },
    { side: 'user', username: 'pupil', password: passwords.member, organization: 'YC-BS-S1' },
  ],
  lockedAccount: { side: 'admin', username: 'locked', password: passwords.admin },
  /** What the officer sees of lists that are scoped. */
  officer: {
    organizations: await codesSeenBy(officer, 'organization', 'code'),
    rooms: await codesSeenBy(officer, 'exam-room', 'name'),
  },
  organizations: await organizationFacts(admin),
  ...{ baseInfo: await baseInfoFacts(admin), deletedSeeds: baseInfo.deletedSeeds },
  stored: await storedFacts(admin),
  ...{
    storedIds: stored.ids,
    unserved: stored.unserved,
    dangling: stored.dangling,
    protected: await refusals(stored.protected),
  },
  undoable: [...organizations.undoable, ...baseInfo.undoable, ...stored.undoable],
  notUndoable: organizations.notUndoable,
  ...{
    settings,
    views: await allViews(),
    menus: await menus(),
    imports: { ...files, codes: await importedCodes(db) },
    export: exported,
  },
  ...{ jobs: await jobs(), throttled, sessions, browsers, once: { ...once, key, body: again } },
}

backUp('backup.tar.gz')
const underWay = await leaveUnderWay(admin, db, async () => {
  child.kill('SIGTERM')
  // Longer than the product needs to tell its work, shorter than it waits for it.
  await sleep(2_000)
})
await db.$client.end()
await ended
const { now, version, migrations, tables, guards } = await shrink(dataDir, lookInside)
await pack(dataDir, join(out, 'data.tar.zst'))
const commit = execFileSync('git', ['log', '-1', '--format=%H %cI', '2c94b74'], { cwd: root, encoding: 'utf8' }).trim()
const backups = ['backup-plain.tar.gz', 'backup.tar.gz'].map(async (name) => ({
  ...{ name, tables: await backedUp(join(out, name)) },
}))
const release = { commit: commit.split(' ')[0], date: commit.split(' ')[1], postgres: version, migrations, madeAt: now }
const whole = {
  ...{ release, tables, filledByPeople: Object.keys(tables).filter((name) => !madeByTheProduct.has(name)) },
  ...{ guards, ...facts, underWay, files: await filesIn(join(dataDir, 'files')) },
  ...{ backups: await Promise.all(backups), archives: await filesIn(out) },
}
await writeFile(join(out, 'facts.json'), JSON.stringify(whole, null, 2))
if (!process.env.DATA_DIR) await rm(dataDir, { recursive: true, force: true })

/** Starts the product and resolves when it serves. */
async function start(): Promise<{ child: ChildProcess; url: string; ended: Promise<unknown> }> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const address = /ready: (\S+)/.exec(said)?.[1]
      if (address) resolve(address)
      // What it logs from then on is a failure.
      if (chunk.includes('"level"')) process.stderr.write(chunk)
    })
    child.once('close', () => reject(new Error(`It ended:\n${said}`)))
  })
  return { child, url, ended }
}

function backUp(name: string): void {
  const args = ['run', 'backup', '--', '--out', join(out, name)]
  execFileSync('npm', args, { cwd: root, env, stdio: 'inherit' })
}

async function codesSeenBy({ call }: Person, resource: string, field: string): Promise<unknown[]> {
  const answer = await call('GET', `/adminApi/${resource}/index?limit=200`)
  return want(v.object({ list: v.array(v.looseObject({})) }), answer)
    .list.map((one) => one[field])
    .sort()
}

/** Asks to delete what is in use, and keeps what it is refused with. */
async function refusals(rows: { resource: string; id: number; by: string | null; how: string }[]) {
  const asked = rows.map(async (row) => {
    const { status, data } = await admin.call('DELETE', `/adminApi/${row.resource}/del?ids[]=${row.id}`)
    const { reason } = v.parse(v.looseObject({ reason: v.string() }), data)
    return { ...row, status, reason }
  })
  return Promise.all(asked)
}

async function allViews() {
  const see = async (username: string, person: Person, resource: string) => ({
    ...{ username, resource, views: await viewsOf(person, resource) },
  })
  return Promise.all([
    see('admin', admin, 'organization'),
    see('admin', admin, 'exam-room'),
    see('officer', officer, 'organization'),
  ])
}

/** The menus of three people, as a list of entries in their order. */
async function menus() {
  type Menu = {
    name: string
    titles: Record<string, string>
    icon: string
    type: string
    url: string
    children: Menu[]
  }
  const menu: v.GenericSchema<Menu> = v.object({
    ...{
      name: v.string(),
      titles: v.record(v.string(), v.string()),
      icon: v.string(),
      type: v.string(),
      url: v.string(),
    },
    children: v.array(v.lazy(() => menu)),
  })
  type Entry = Omit<Menu, 'children' | 'type'>
  const flat = (list: Menu[]): Entry[] =>
    list.flatMap(({ children, type, ...one }) => (type === 'button' ? [] : [one, ...flat(children)]))
  const of = async ({ call }: Person, path: string) => flat(want(v.array(menu), await call('GET', path)))
  return {
    changed,
    admin: await of(admin, '/adminApi/menu'),
    officer: await of(officer, '/adminApi/menu'),
    member: await of(member, '/api/menu'),
  }
}

async function jobs() {
  const one = v.object({ id: v.number(), kind: v.string(), title: v.string(), state: v.string(), message: v.string() })
  return want(v.object({ list: v.array(one) }), await admin.call('GET', '/adminApi/job/index')).list
}
