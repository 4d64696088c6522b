import * as v from 'valibot'
import { validateGuards } from '#src/features/resources/runtime-guards.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { type ApiContext, type ApiDeps, authorOf } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { receiveFile } from '#src/server/import/import-files.server.ts'
import { MOST_PACKED } from './archive/module-limits.ts'
import { fingerprintOf } from './archive/signature.server.ts'
import { cardsOf, readCatalog } from './catalog.server.ts'
import { detailsOf } from './details.server.ts'
import { archiveOf } from './index/read-index.server.ts'
import { trustedKeys, trustKey } from './keys.server.ts'
import { moduleVersion, uid } from './manifest.schema.ts'
import { parts } from './parts.server.ts'
import { pictureOfModule } from './picture.server.ts'
import { planInstallation, type Storing } from './plan.server.ts'
import { keepWaiting, openArchive, productModule } from './receive.server.ts'
import { choicesSchema, moduleDetails, modulePlan, moduleStates, storeAnswer, trustedKey } from './store.schema.ts'
import {
  bringBack,
  changeModuleState,
  discardWaiting,
  distrustSigner,
  installModule,
  switchPart,
  uninstallModule,
} from './store.server.ts'

const common = { tag: 'resource', security: 'admin', node: 'moduleStore/index' } as const
const guarded = {
  tag: 'resource',
  security: 'admin',
  method: 'post',
  super: true,
  proof: true,
  // Who installs modules has to prove who they are.
  apiTokens: false,
} as const
const writes = {
  ...guarded,
  write: 'save',
  committed: async ({ db }: { db: ApiDeps['db'] }) => {
    for (const table of ['module', 'resource_description', 'config']) tableChanged(db, table)
    await validateGuards(db)
  },
} as const

const named = v.strictObject({ uid })
const received = v.strictObject({ uid: v.string(), version: v.string(), state: v.number() })

/** The calls of the module store. */
export const storeEndpoints = {
  index: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/moduleStore/index',
    summary: m.call_storeIndex,
    answer: storeAnswer,
    run: async ({ c, db }) => {
      const catalog = await readCatalog(db, c.get('deps'))
      return { modules: await cardsOf(db, catalog), index: catalog.index.answer }
    },
  }),
  detail: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/moduleStore/detail',
    summary: m.call_storeDetail,
    query: v.object({ uid }),
    answer: moduleDetails,
    errors: [404],
    run: async ({ c, db, query }) => detailsOf(db, await readCatalog(db, c.get('deps')), query.uid),
  }),
  picture: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/moduleStore/picture',
    summary: m.call_storePicture,
    query: v.object({ uid, version: moduleVersion, path: v.pipe(v.string(), v.maxLength(200)) }),
    answer: v.unknown(),
    bare: 'application/octet-stream',
    errors: [404, 422],
    run: ({ c, db, query }) => pictureOfModule(c, db, query),
  }),
  upload: endpoint({
    ...guarded,
    path: '/adminApi/moduleStore/upload',
    summary: m.call_storeUpload,
    query: v.strictObject({ name: v.pipe(v.string(), v.maxLength(255)) }),
    rawBody: { type: 'application/octet-stream', schema: v.string() },
    answer: received,
    errors: [409, 413, 422],
    run: async ({ c, db }) => {
      const file = await receiveFile(c.get('deps').files, c.req.raw.body, MOST_PACKED)
      const opened = await openArchive(db, file.path, 'upload')
      const kept = await db.transaction((tx) => keepWaiting(tx, opened))
      tableChanged(db, 'module')
      return { ...kept, state: moduleStates.waiting }
    },
    msg: () => m.modules_received(),
  }),
  download: endpoint({
    ...guarded,
    idempotent: true,
    path: '/adminApi/moduleStore/download',
    summary: m.call_storeDownload,
    body: v.strictObject({ uid, version: v.exactOptional(moduleVersion) }),
    answer: received,
    errors: [404, 409, 422],
    run: async ({ c, db, body }) => {
      const opened = await offered(c, db, body)
      const kept = await db.transaction((tx) => keepWaiting(tx, opened))
      tableChanged(db, 'module')
      return { ...kept, state: moduleStates.waiting }
    },
    msg: () => m.modules_received(),
  }),
  plan: endpoint({
    tag: 'resource',
    security: 'admin',
    method: 'post',
    super: true,
    log: 'never',
    path: '/adminApi/moduleStore/plan',
    summary: m.call_storePlan,
    body: v.strictObject({ uid, choices: choicesSchema }),
    answer: modulePlan,
    errors: [404, 409],
    run: async ({ c, db, actor, body }) => {
      const plan = await planInstallation(db, actor, authorOf(c), body)
      tableChanged(db, 'module')
      return plan
    },
  }),
  install: endpoint({
    ...writes,
    path: '/adminApi/moduleStore/install',
    summary: m.call_storeInstall,
    body: v.strictObject({ uid, choices: choicesSchema, plan: v.pipe(v.string(), v.maxLength(64)) }),
    answer: received,
    errors: [404, 409, 422],
    run: async ({ c, tx, actor, changeSetId, body }) => {
      const { version } = await installModule(storing(c, tx, actor, changeSetId), body)
      return { uid: body.uid, version, state: moduleStates.installed }
    },
    msg: () => m.modules_installed(),
  }),
  changeState: endpoint({
    ...writes,
    path: '/adminApi/moduleStore/changeState',
    summary: m.call_storeState,
    body: v.strictObject({ uid, state: v.picklist([moduleStates.installed, moduleStates.disabled]) }),
    answer: v.strictObject({ uid: v.string(), state: v.number() }),
    errors: [404, 409],
    run: async ({ c, tx, actor, changeSetId, body: { uid, state } }) => {
      const on = state === moduleStates.installed
      const part = parts.find((one) => one.uid === uid)
      const given = storing(c, tx, actor, changeSetId)
      await (part ? switchPart(given, part, on) : changeModuleState(given, uid, on))
      return { uid, state: part && !on ? moduleStates.none : state }
    },
    msg: (_data, { body }) => (body.state === moduleStates.installed ? m.modules_turnedOn() : m.modules_turnedOff()),
  }),
  uninstall: endpoint({
    ...writes,
    path: '/adminApi/moduleStore/uninstall',
    summary: m.call_storeUninstall,
    body: v.strictObject({ uid, data: v.picklist(['keep', 'aside']) }),
    answer: v.strictObject({ uid: v.string(), state: v.number() }),
    errors: [404, 409],
    run: async ({ c, tx, actor, changeSetId, body: { uid, data } }) => {
      await uninstallModule(storing(c, tx, actor, changeSetId), uid, data)
      return { uid, state: moduleStates.none }
    },
    msg: () => m.modules_uninstalled(),
  }),
  back: endpoint({
    ...writes,
    path: '/adminApi/moduleStore/back',
    summary: m.call_storeBack,
    body: named,
    answer: v.strictObject({ uid: v.string(), version: v.string() }),
    errors: [404, 409],
    run: async ({ c, tx, actor, changeSetId, body: { uid } }) => ({
      uid,
      ...(await bringBack(storing(c, tx, actor, changeSetId), uid)),
    }),
    msg: () => m.modules_wentBack(),
  }),
  discard: endpoint({
    ...writes,
    path: '/adminApi/moduleStore/discard',
    summary: m.call_storeDiscard,
    body: named,
    answer: v.null(),
    errors: [404],
    run: async ({ tx, body }) => {
      await discardWaiting(tx, body.uid)
      return null
    },
    msg: () => m.modules_discarded(),
  }),
  keys: endpoint({
    tag: 'resource',
    security: 'admin',
    method: 'get',
    super: true,
    path: '/adminApi/moduleStore/keys',
    summary: m.call_storeKeys,
    answer: v.strictObject({
      keys: v.array(v.strictObject({ name: v.string(), key: v.string(), fingerprint: v.string() })),
    }),
    run: async ({ db }) => ({
      keys: (await trustedKeys(db)).map((one) => ({ ...one, fingerprint: fingerprintOf(one.key) })),
    }),
  }),
  trust: endpoint({
    ...writes,
    path: '/adminApi/moduleStore/trust',
    summary: m.call_storeTrust,
    body: trustedKey,
    answer: v.null(),
    run: async ({ c, tx, actor, changeSetId, body }) => {
      await trustKey(storing(c, tx, actor, changeSetId), body)
      return null
    },
    msg: () => m.modules_trusted(),
  }),
  distrust: endpoint({
    ...writes,
    path: '/adminApi/moduleStore/distrust',
    summary: m.call_storeDistrust,
    body: v.pick(trustedKey, ['key']),
    answer: v.null(),
    errors: [404],
    run: async ({ c, tx, actor, changeSetId, body }) => {
      await distrustSigner(storing(c, tx, actor, changeSetId), body.key)
      return null
    },
    msg: () => m.modules_distrusted(),
  }),
}

function storing(c: ApiContext, tx: Storing['tx'], actor: Storing['actor'], changeSetId: number): Storing {
  return { db: c.get('deps').db, tx, actor, changeSetId }
}

/** A module that can be had: from the product, or from the index. @throws AppError 404, 422, 503 */
async function offered(c: ApiContext, db: ApiDeps['db'], { uid, version }: { uid: string; version?: string }) {
  const { listed, index } = await readCatalog(db, c.get('deps'))
  const one = listed.find((other) => other.uid === uid)
  if (one?.product) return productModule(uid)
  const entry = version === undefined ? one?.entry : index.entryOf(uid, version)
  if (!entry) throw new AppError(404, m.modules_unknown())
  const archive = await archiveOf(index.address, entry, c.get('deps'))
  try {
    const opened = await openArchive(db, archive.path, 'index')
    const { manifest } = opened.content
    if (manifest.uid !== entry.uid || manifest.version !== entry.version)
      throw new AppError(503, m.modules_otherArchive())
    return opened
  } finally {
    await archive.remove()
  }
}
