import { type WorkbookKind, workbookKinds } from '../sheet/file-facts.ts'

/** The content types of files by the kind of the workbook, which is also the ending of their names. */
const TYPES: Record<WorkbookKind, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  xltx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  xltm: 'application/vnd.ms-excel.template.macroEnabled.12',
}

/**
 * The ending and the content type with which a workbook comes back.
 * @param kind undefined for a file of an earlier release, whose name then tells the kind
 */
export function workbookFile(kind: WorkbookKind | undefined, fileName: string): { ending: WorkbookKind; type: string } {
  const named = /\.(xlsm|xltx|xltm)$/i.exec(fileName)?.[1]?.toLowerCase()
  const ending = kind ?? workbookKinds.find((one) => one === named) ?? 'xlsx'
  return { ending, type: TYPES[ending] }
}
