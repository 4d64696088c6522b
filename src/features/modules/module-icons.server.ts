import { and, eq, like } from 'drizzle-orm'
import { moduleIconName } from '#src/lib/icon.ts'
import { fromTable } from '#src/server/cache/table-cache.server.ts'
import { moduleFile, moduleTable } from './module.table.server.ts'
import { moduleStates } from './store.schema.ts'

/** Characters of a drawing. Every page with the menu carries it. */
const MOST = 8_000

type Drawing = { viewBox: string; body: string }

/** The drawings of the modules that are installed, by the name of the icon. Cached until a module changes. */
export const moduleDrawings = fromTable('module', async (db): Promise<ReadonlyMap<string, Drawing>> => {
  const { uid, version, path, bytes } = moduleFile
  const rows = await db
    .select({ uid, path, bytes })
    .from(moduleTable)
    .innerJoin(moduleFile, and(eq(uid, moduleTable.uid), eq(version, moduleTable.version)))
    .where(and(eq(moduleTable.state, moduleStates.installed), like(path, 'icons/%.svg')))
  return new Map(
    rows.flatMap((row) => {
      const drawing = drawingOf(row.bytes.toString('utf8'))
      const name = row.path.slice('icons/'.length, -'.svg'.length)
      return drawing ? [[moduleIconName(row.uid, name), drawing] as const] : []
    }),
  )
})

const SHAPE = /<\/?(?:g|path|circle|ellipse|rect|line|polyline|polygon)(?:\s+[\w-]+="[^"<>&]*")*\s*\/?>/g
const ROOT = /<svg((?:\s+[\w:-]+="[^"<>&]*")*)\s*>(.*)<\/svg>/s
const ATTRIBUTE = /\s(fill|stroke|stroke-width|stroke-linecap|stroke-linejoin)="([\w#.%-]*)"/g

/** The shapes of an SVG, with how its root draws them. Whatever a file has, nothing but shapes goes on from here. */
export function drawingOf(text: string): Drawing | undefined {
  const [, root = '', inner = ''] = ROOT.exec(text) ?? []
  const viewBox = /\sviewBox="([\d\s.,-]{7,60})"/.exec(root)?.[1]
  const shapes = (inner.match(SHAPE) ?? []).join('')
  if (viewBox === undefined || shapes === '' || shapes.length > MOST) return undefined
  const looks = (root.match(ATTRIBUTE) ?? []).join('')
  return { viewBox, body: looks === '' ? shapes : `<g${looks}>${shapes}</g>` }
}
