import { m } from '#src/i18n/paraglide/messages.js'
import { labelInText } from '#src/resource/label.ts'
import { namesOf } from '../crud/table-names.server.ts'
import { TREE_LEVELS } from '../crud/tree-levels.ts'
import { AppError, invalid } from '../errors.server.ts'

type PgError = { code: string; constraint?: string; schema?: string; table?: string; column?: string; detail?: string }

/** The database's own error inside the errors that wrap it. */
export function pgErrorOf(error: unknown): PgError | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code)) return one as Error & PgError
  }
  return undefined
}

/**
 * Converts the violation of a constraint to an error with a readable message. Any other error is returned unchanged.
 * @param uniqueFields the field of each unique constraint and its label
 */
export function explainDbError(
  error: unknown,
  uniqueFields: Record<string, { field: string; label: string }>,
): unknown {
  const found = pgErrorOf(error)
  switch (found?.code) {
    case '23505': {
      // The index of a partition is named like that of its table.
      const unique = uniqueFields[(found.constraint ?? '').replace(/__part\d*/, '')]
      if (!unique) return new AppError(409, undefined, { reason: 'duplicate' })
      const sentence = m.error_duplicate({ field: unique.label })
      return new AppError(409, sentence, { reason: 'duplicate', errors: { [unique.field]: [sentence] } })
    }
    case '23514':
      if (found.constraint === 'member_group_for_new' || found.constraint === 'member_group_new_on')
        return new AppError(409, m.memberGroup_newKept(), { reason: 'referenced' })
      if (found.constraint === 'paper_open') return new AppError(409, m.exam_notOpen(), { reason: 'state' })
      if (found.constraint === 'tree_depth') return invalid({ pid: [m.error_treeDepth({ count: TREE_LEVELS })] })
      return found.constraint === 'tree_cycle' ? invalid({ pid: [m.error_treeCycle()] }) : error
    // Two spans of days that may not overlap do.
    case '23P01':
      return new AppError(409, m.error_overlaps(), { reason: 'duplicate' })
    case '23503': {
      if (found.constraint === 'tree_parent') return invalid({ pid: [m.error_treeParentMissing()] })
      const stillUsed = /still referenced from table "(.+?)"(?!")/.exec(
        `${found.detail} ${error instanceof Error ? error.cause : ''}`,
      )
      if (!stillUsed) return invalid({}, m.rule_relation())
      const schema = (found.schema ?? 'public') === 'public' ? '' : `${found.schema}.`
      const where = labelInText(namesOf(`${schema}${stillUsed[1]}`).title)
      return new AppError(409, m.error_referenced({ where }), { reason: 'referenced' })
    }
    default:
      return error
  }
}
