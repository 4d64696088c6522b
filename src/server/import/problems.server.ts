import { type Said, spoken } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Resource } from '../crud/resource.server.ts'
import { TREE_LEVELS } from '../crud/tree-levels.ts'
import type { ImportPlan } from './plan.server.ts'

/** Why a row is refused, as the database stores it. */
export type Problem = {
  problem: string | null
  problem_row: number | null
  problem_fields: string[] | null
  rule_errors: Said<Record<string, string[]>> | null
  cell_errors: Record<string, [Said, string]> | null
  parent: string | null
  unclear: Record<string, [name: string, candidates: string]> | null
}

/** The messages of a refused row by field. The message for the whole row has an empty name. */
export function problemErrors(row: Problem, resource: Resource, plan: ImportPlan | null): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [field, [sentence]] of Object.entries(row.cell_errors ?? {})) errors[field] = spoken(sentence)
  const known = resource.fields
  for (const [path, sentences] of Object.entries(row.rule_errors ? spoken(row.rule_errors) : {})) {
    const [field = ''] = path.split('.')
    errors[known.has(field) ? field : ''] ??= sentences[0] ?? ''
  }
  if (row.problem === 'ambiguous') {
    for (const field of row.problem_fields ?? []) {
      const [name, candidates] = row.unclear?.[field] ?? ['', '']
      errors[field] ??= m.import_cellAmbiguous({ name, candidates })
    }
    return errors
  }
  const sentence = sentenceOf(row, keyLabels(resource, plan))
  if (sentence === undefined) return errors
  const fields = row.problem_fields ?? (KEY_PROBLEMS.has(row.problem ?? '') ? (plan?.keys ?? []) : [])
  if (fields.length === 0) errors[''] ??= sentence
  for (const field of fields) errors[known.has(field) ? field : ''] ??= sentence
  return errors
}

/** Problems that are told by the errors of cells and rules alone. */
export const SILENT_PROBLEMS = new Set(['cells', 'rules'])

/** Problems of the key fields. */
export const KEY_PROBLEMS = new Set(['duplicate', 'several', 'outOfSight', 'notFound'])

function sentenceOf({ problem, problem_row, parent }: Problem, keys: string): string | undefined {
  const row = problem_row ?? 0
  switch (problem) {
    case 'duplicate':
      return m.import_problemDuplicate({ row })
    case 'several':
      return m.import_problemSeveral({ keys })
    case 'outOfSight':
      return m.import_problemOutOfSight({ keys })
    case 'notFound':
      return m.import_problemNotFound({ keys })
    case 'required':
      return m.rule_required()
    case 'addOnly':
      return m.import_problemAddOnly()
    case 'outOfScope':
      return m.error_outOfScope()
    case 'taken':
      return m.import_problemTaken()
    case 'parentMissing':
      return m.import_cellUnknown({ name: parent ?? '' })
    case 'parentSeveral':
      return m.import_problemParents({ name: parent ?? '', row })
    case 'parentRefused':
      return m.import_problemParent({ row })
    case 'tooDeep':
      return m.error_treeDepth({ count: TREE_LEVELS })
    case 'circle':
    case 'cycle':
      return m.error_treeCycle()
    default:
      return undefined
  }
}

function keyLabels(resource: Resource, plan: ImportPlan | null): string {
  const labels = (plan?.keys ?? []).map((name) => resource.label(name) ?? 'ID')
  return labels.join(m.crud_listSeparator())
}
