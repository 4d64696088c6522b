import type { ChoiceSource, TreeLevelsAnswer, WantedLevels } from './choice-source.ts'
import { crudGet } from './crud-rpc.ts'

type TreeOption = {
  value: number
  parent: number | null
  label: string
  hint?: string
  children?: boolean
  found?: boolean
}
type TreePage = { list: TreeOption[]; more: boolean }
type WholeTree = Awaited<ReturnType<NonNullable<ChoiceSource['whole']>>>

/** All rows of the tree that a relation field points to. */
export async function wholeTree(key: string, field: string, signal: AbortSignal): Promise<WholeTree> {
  const query = { field, whole: '1' }
  const { list, more } = await crudGet<TreePage>({ data: { key, action: 'select', query }, signal })
  return { nodes: list.map(({ value, ...node }) => ({ id: value, ...node })), tooMany: more }
}

/** Whole levels of the tree that a relation field points to; all of a small one. */
export async function levelsOfTree(
  key: string,
  field: string,
  wanted: WantedLevels,
  signal: AbortSignal,
): Promise<TreeLevelsAnswer> {
  const query = { field, whole: 'levels', ...queryOf(wanted) }
  const { list, more } = await crudGet<TreePage>({ data: { key, action: 'select', query }, signal })
  return {
    nodes: list.map(({ value, children, found: _found, ...node }) => ({ id: value, more: children === true, ...node })),
    complete: !more,
    found: list.filter(({ found }) => found).map(({ value }) => value),
  }
}

function queryOf(wanted: WantedLevels): Record<string, string> {
  if ('parent' in wanted) return { parent: String(wanted.parent) }
  if ('quickSearch' in wanted) return { quickSearch: wanted.quickSearch }
  return wanted.values.length > 0 ? { values: wanted.values.join(',') } : {}
}
