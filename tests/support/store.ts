import { readFile } from 'node:fs/promises'
import type { ModulePlan } from '#src/features/modules/store.schema.ts'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { startApi, type TestApi } from './api.ts'
import { manifest, moduleKey, sampleFiles, signedArchive } from './module-archives.ts'

/** Starts the API with what a test of the module store asks of it. A key is trusted already. */
export async function moduleStore(made?: TestApi) {
  const api = made ?? (await startApi())
  const admin = await api.signIn()
  const key = moduleKey()
  const call = (name: string, body: object) => admin('POST', `/adminApi/moduleStore/${name}`, body)
  const detail = async (uid: string) => (await admin('GET', `/adminApi/moduleStore/detail?uid=${uid}`)).data
  const plan = async (uid: string, choices: Record<string, string> = {}) =>
    (await call('plan', { uid, choices })).data as ModulePlan
  const install = async (uid: string, choices: Record<string, string> = {}) =>
    call('install', { uid, choices, plan: (await plan(uid, choices)).plan })
  const send = async (bytes: Buffer, by = admin) => {
    const response = await api.api.request('/adminApi/moduleStore/upload?name=a.zip', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${by.tokens.access_token}`,
        'accept-language': 'en',
        'content-type': 'application/octet-stream',
        ...(by.proof ? { [PROOF_HEADER]: by.proof } : {}),
      },
      body: new Uint8Array(bytes),
    })
    return { status: response.status, ...((await response.json()) as { code: number; msg: string; data: unknown }) }
  }
  /** Uploads the sample with other parts. */
  const upload = async (changed: object = {}, by = key) =>
    send(await readFile(await signedArchive(sampleFiles(changed), by)))
  const { code } = await call('trust', { name: 'Our workshop', key: key.key })
  if (code !== 200) throw new Error('The key was not trusted')
  return { ...api, admin, key, call, detail, plan, install, send, upload }
}

/** The second version of the sample: a field more, one less, another screen less and a new one. */
export function secondVersion(): object {
  const [thing] = manifest.resources
  if (!thing) throw new Error('The sample has resources')
  const { description } = thing
  const [name] = description.fields
  return {
    version: '1.1.0',
    resources: [
      {
        ...thing,
        description: {
          ...description,
          fields: [name, { name: 'count', type: 'integer', label: { t: 'kind' } }],
        },
      },
    ],
    panels: [],
    seeds: [],
    roles: [{ ...manifest.roles[0], nodes: ['lending/thing/index', 'lending/thing/add', 'lending/guide'] }],
    config: { title: { t: 'title' }, items: [...manifest.config.items, { name: 'note', title: 'Note', type: 'text' }] },
  }
}

const label = { 'zh-cn': '名', en: 'Name' }

/** A module with one screen, under another uid. */
export function small(uid: string, changed: object = {}, fields: object[] = []) {
  return {
    uid,
    title: { 'zh-cn': uid, en: uid },
    nodes: [],
    menus: [],
    pages: [],
    roles: [],
    panels: [],
    seeds: [],
    config: { title: label, items: [{ name: 'one', title: 'One', type: 'text' }] },
    resources: [
      {
        tableName: `res_${uid}`,
        scopeField: null,
        icon: '',
        columns: {},
        description: {
          key: uid,
          menu: uid,
          title: label,
          rowTitle: 'name',
          fields: [{ name: 'name', type: 'text', label, required: true, max: 20 }, ...fields],
          quickSearch: ['name'],
          sorts: ['name'],
          defaultOrder: 'id,desc',
        },
      },
    ],
    ...changed,
  }
}
