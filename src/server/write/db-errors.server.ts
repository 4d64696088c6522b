import { m } from '#src/i18n/paraglide/messages.js'
import { labelInText } from '#src/resource/label.ts'
import type { Resource } from '../crud/resource.server.ts'
import { isStored, namesOf } from '../crud/table-names.server.ts'
import { TREE_LEVELS } from '../crud/tree-levels.ts'
import { AppError, invalid } from '../errors.server.ts'

type PgError = Partial<
  Record<'constraint' | 'schema' | 'table' | 'column' | 'dataType' | 'detail' | 'message', string>
> & {
  code: string
}

/** Signs of a text of the database that are told. */
const LONGEST = 300

/** The database's own error inside the errors that wrap it. */
export function pgErrorOf(error: unknown): PgError | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code)) return one as Error & PgError
  }
  return undefined
}

/**
 * Converts the violation of a constraint to an error with a readable message. Any other error is returned unchanged.
 * @param fields the field of each constraint and its label; of a check its rule
 */
export function explainDbError(error: unknown, fields: ReturnType<Resource['constraintFields']>): unknown {
  const found = pgErrorOf(error)
  switch (found?.code) {
    case '23505': {
      // The index of a partition is named like that of its table.
      const unique = fields[(found.constraint ?? '').replace(/__part\d*/, '')]
      if (!unique) return new AppError(409, undefined, { reason: 'duplicate' })
      const sentence = m.error_duplicate({ field: unique.label })
      return new AppError(409, sentence, { reason: 'duplicate', errors: { [unique.field]: [sentence] } })
    }
    case '23514':
      if (found.constraint === 'member_group_for_new' || found.constraint === 'member_group_new_on')
        return new AppError(409, m.memberGroup_newKept(), { reason: 'referenced' })
      if (found.constraint === 'paper_open') return new AppError(409, m.exam_notOpen(), { reason: 'state' })
      if (found.constraint === 'tree_depth') return invalid({ pid: [m.error_treeDepth({ count: TREE_LEVELS })] })
      if (found.constraint === 'tree_cycle') return invalid({ pid: [m.error_treeCycle()] })
      return brokenRule(found, fields) ?? error
    case '23502':
      return brokenRule(found, fields) ?? error
    // The words of a trigger that others made: all of the product's own have codes.
    case 'P0001':
      return invalid({}, (found.message ?? '').slice(0, LONGEST))
    // Two spans of days that may not overlap do.
    case '23P01':
      return new AppError(409, m.error_overlaps(), { reason: 'duplicate' })
    case '23503': {
      if (found.constraint === 'tree_parent') return invalid({ pid: [m.error_treeParentMissing()] })
      const stillUsed = /still referenced from table "(.+?)"(?!")/.exec(
        `${found.detail} ${error instanceof Error ? error.cause : ''}`,
      )
      const known = fields[found.constraint ?? '']
      if (!stillUsed && typeof known?.refers === 'string')
        return invalid({ [known.field]: [m.crudTable_noSuchRow({ table: known.refers })] })
      if (!stillUsed) return invalid({}, m.rule_relation())
      const where = labelInText(namesOf(placeOf({ ...found, table: stillUsed[1] ?? '' })).title)
      const sentence = known?.refers === null ? m.crudTable_keyUsed({ where }) : m.error_referenced({ where })
      return new AppError(409, sentence, { reason: 'referenced' })
    }
    default:
      return error
  }
}

/**
 * What an index, a trigger or a computed column of a table that others made cannot work with, such as a span that ends
 * before it begins. Of the product's own tables it is a fault.
 */
export function explainValueError(error: unknown, tableName: string): unknown {
  const found = pgErrorOf(error)
  if (!found?.code.startsWith('22') || !isStored(tableName)) return error
  return invalid({}, m.error_tableRule({ rule: (found.message ?? '').slice(0, LONGEST) }))
}

/**
 * What a table that others made, or one of its types, does not allow. A check of the product's own tables that is not
 * known above is a fault of the product.
 */
function brokenRule(found: PgError, fields: ReturnType<Resource['constraintFields']>): AppError | undefined {
  const { constraint = '', column, dataType } = found
  const known = fields[constraint]
  if (!known?.rule && !dataType && !isStored(placeOf(found))) return undefined
  const rule = known?.rule ?? (constraint || `${column} is not null`)
  const sentence = m.error_tableRule({ rule: rule.slice(0, LONGEST) })
  return known ? invalid({ [known.field]: [sentence] }) : invalid({}, sentence)
}

/** The name that the product has for the table of an error. */
function placeOf({ schema = 'public', table = '' }: PgError): string {
  return schema === 'public' ? table : `${schema}.${table}`
}
