import * as v from 'valibot'
import type { Design } from '#src/features/generator/design.schema.ts'
import { descriptionSchema } from '#src/resource/description-schema.ts'
import { addOrganizations, startApi, type TestApi } from './api.ts'
import { text } from './exam-room.ts'

/** A small design, with a field of each of the usual kinds. */
export function assets(change: Partial<Design['description']> = {}, given: Partial<Design> = {}): Design {
  return {
    tableName: 'res_asset',
    scopeField: null,
    icon: 'fa fa-archive',
    description: {
      key: 'asset',
      menu: 'baseInfo/asset',
      title: text('Asset'),
      plural: text('Assets'),
      rowTitle: 'name',
      fields: [
        { name: 'code', type: 'text', label: text('Code'), required: true, max: 20 },
        { name: 'name', type: 'text', label: text('Name'), required: true, max: 50 },
        { name: 'price', type: 'money', label: text('Price') },
        { name: 'count', type: 'integer', label: text('Count'), min: 0 },
        {
          name: 'kind',
          type: 'select',
          label: text('Kind'),
          options: [
            { value: 'a', label: text('A') },
            { value: 'b', label: text('B') },
          ],
        },
        { name: 'orgId', type: 'relation', label: text('School'), resource: 'organization' },
      ],
      quickSearch: ['name', 'code'],
      sorts: ['code', 'name', 'createTime'],
      defaultOrder: 'id,desc',
      ...change,
    },
    columns: { code: { unique: true } },
    ...given,
  }
}

type Base = { key: string; version: number } | null
type Plan = {
  changes: { kind: string; text: string; effect?: string; loss: boolean }[]
  up: string[]
  down: string[]
  plan: string
}

/** Starts the API with what a test of the generator asks of it. */
export async function generator(made?: TestApi) {
  const api = made ?? (await startApi())
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  const check = (design: Design, base: Base = null) => admin('POST', '/adminApi/crud/check', { design, base })
  const plan = async (design: Design, base: Base = null) => (await check(design, base)).data as Plan
  const generate = async (design: Design, base: Base = null) => {
    const shown = await check(design, base)
    if (shown.status !== 200) return shown
    return admin('POST', '/adminApi/crud/generate', { design, base, plan: (shown.data as Plan).plan })
  }
  const stored = async (key = 'asset') =>
    (await admin('GET', `/adminApi/crud/design?key=${key}`)).data as {
      design: Design
      base: { key: string; version: number; rows: number }
      path: string
    }
  /** Changes the stored design, as the designer does. */
  const change = async (edit: (design: Design) => Design, key = 'asset') => {
    const { design, base } = await stored(key)
    return generate(edit(design), { key, version: base.version })
  }
  return { ...api, admin, ids, check, plan, generate, stored, change }
}

/** A design with other fields. */
export function withFields(
  design: Design,
  edit: (fields: Design['description']['fields']) => readonly object[],
): Design {
  const { description } = design
  return { ...design, description: v.parse(descriptionSchema, { ...description, fields: edit(description.fields) }) }
}
